// The surface of a body at rest and what bends it: for solvers that build something around bodies and bend it with
// them.
#pragma once

#include <lamella/geometry/rig/rig_motion.hpp>

#include <memory>

namespace lamella {

struct BodySkin {
    Box3 bounds;                     // at rest
    std::shared_ptr<const Rig> rig;  // placed where the body stands; null: it moves rigidly
    RigPlayback playback;
    Motion carried;
    bool bends_by_files = false;  // there is no rig that could bend anything else
};

}  // namespace lamella
