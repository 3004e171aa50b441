// Sunlight on the floor: shadows, and light that the liquid gathers into bright lines. Paths from the sun
// are followed to the floor (Arvo 1986, Backward Ray Tracing) and counted in the cells of a map.
#pragma once

#include <lamella/render/floor.hpp>
#include <lamella/render/lighting.hpp>
#include <lamella/render/render_scene.hpp>

namespace lamella {

class CausticMap {
public:
    // `sun` numbers a sun of the lighting. A sun near the horizon has no map: its shadows are too long.
    CausticMap(const RenderScene& scene, const Floor& floor, const Lighting& lighting, Index sun, Real offset);

    bool exists() const { return !cells_.empty(); }
    const RayReport& rays() const { return rays_; }  // that made the map

    // The light that arrives at a point of the floor, in shares of that without any shape; 1 outside the map.
    Vec3 share(const Vec3& point) const;

private:
    struct Landing {
        Vec3 position;
        Vec3 share = Vec3::Zero();
    };
    struct Cell {
        Index x, z;
        Real right, down;  // weights of the next cells
    };
    void lay_out(const Box3& bounds, const Vec3& to_sun, Real spread);
    Landing follow(const RenderScene& scene, const Floor& floor, const Vec3& target, const Vec3& to_sun,
                   RayTally& tally) const;
    Cell cell_of(const Vec3& point) const;
    void deposit(const Landing& landing);
    void smooth();

    Real x_ = 0.0f;  // m, the corner of the map
    Real z_ = 0.0f;
    Real cell_ = 1.0f;
    Index width_ = 0;
    Index height_ = 0;
    Real offset_;
    Real floor_height_;
    Real reach_ = 0.0f;  // m, from the floor to above all shapes, towards the sun
    std::vector<Vec3> cells_;
    RayReport rays_;
};

}  // namespace lamella
