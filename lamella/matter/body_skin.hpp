// The surface of a body at rest, what bends it and what is painted and grows on it: for solvers that build something
// around bodies and bend it with them.
#pragma once

#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/rig/rig_motion.hpp>
#include <lamella/matter/rooted_strands.hpp>

#include <functional>
#include <memory>

namespace lamella {

// A number at a point of a skin; from several threads.
using SkinNumber = std::function<Real(const ClosestPoint& at)>;

struct BodySkin {
    Box3 bounds;                     // at rest
    std::shared_ptr<const Rig> rig;  // placed where the body stands; null: it moves rigidly
    RigPlayback playback;
    Motion carried;
    bool bends_by_files = false;  // there is no rig that could bend anything else

    std::shared_ptr<const TriangleMesh> surface;  // at rest, of a rig its mesh; null: nothing is painted or grows on it
    SkinNumber adhesion, drag;                    // factors of the solver's; none: 1 everywhere
    std::shared_ptr<const RootedStrands> fur;     // null: it is bare
};

}  // namespace lamella
