// The mesh at the beginning and at the end of a step.
#pragma once

#include <lamella/skinned/skinned_tets.hpp>
#include <lamella/skinned/tet_frame.hpp>

namespace lamella {

struct MeshStep {
    const SkinnedTets& mesh;
    std::span<const Vec3> before, after;  // of the finest nodes
    double dt = 0.0;
    std::span<const std::uint8_t> sunk = {};  // cells that stand in a sea, which takes what comes into them; or none

    bool in_sea(Index cell) const { return !sunk.empty() && sunk[cell] != 0; }

    // By the chord of the step: of the middle of a cell.
    Vec3 velocity(Index cell) const {
        const Vec4i& t = mesh.tets[cell];
        return (middle_of(t, after) - middle_of(t, before)) / static_cast<Real>(dt);
    }
    // Too flat to carry anything in this step.
    bool degenerate(double volume) const { return volume <= kDegenerateShare * mesh.rest_volume(); }
};

}  // namespace lamella
