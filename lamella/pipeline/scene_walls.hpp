// The walls and bodies at which the surfaces of a scene end, frame by frame.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <vector>

namespace lamella {

class SceneWalls {
public:
    // For cells of that size. The scene and the folder must outlive it.
    SceneWalls(const Scene& scene, Assets& assets, const RunFolder& folder, Real cell);

    // In the scene's own coordinates: closed faces of the domain, obstacles and bodies where the simulation wrote that
    // they are. One that bends is the mesh that the simulation wrote. The first obstacle, where it carries the
    // water, is none.
    SurfaceWalls at(int frame) const;

private:
    struct Rest {
        Obstacle solid;
        ShapeField field;
    };
    std::function<Real(const Vec3&)> distance_of(const Rest& rest, const RigidTransform& pose, int frame) const;

    const Scene& scene_;
    const RunFolder& folder_;
    Real band_;
    std::vector<Rest> solids_;
};

}  // namespace lamella
