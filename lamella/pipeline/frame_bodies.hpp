// Where the obstacles of a scene are in a frame: as the simulation wrote it, and for runs that wrote nothing, where the
// keyframes say.
#pragma once

#include <lamella/io/body_poses.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

class FrameBodies {
public:
    // `poses` is the file of the frame; where it is not there, or does not know an obstacle, the keyframes stand.
    FrameBodies(const Scene& scene, int frame, const std::filesystem::path& poses);

    RigidTransform pose(const Obstacle& obstacle) const;
    // The mesh at rest, moved, with the column v of how its points move.
    TriangleMesh placed(const Obstacle& obstacle, const TriangleMesh& rest) const;

private:
    const Scene& scene_;
    int frame_;
    FramePoses written_;
};

}  // namespace lamella
