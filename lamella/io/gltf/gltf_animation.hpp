// The rigid motion of one node of a glTF file, with that of the nodes above it.
#pragma once

#include <lamella/geometry/pose_track.hpp>

#include <string>
#include <string_view>

namespace lamella {

struct NodeMotion {
    PoseTrack track;     // from the node's own axes, scaled, to the world's
    PoseKey rest;        // where the node is without the clip: `track.relative_to(rest)` moves what stands there
    double scale = 1.0;  // of the node's axes: the same in all directions and at all times
};

// `clip` is the name of an animation, or its number from 0; empty when there is only one. The track has keys at the
// times of the file's keys, and between them where otherwise it would be off by more than 10^-4 of the path or 10^-4
// radians: on arcs and on cubics. InputError for what is not there, is hostile, or stretches the node.
NodeMotion read_node_animation(std::string_view bytes, const std::string& source, const std::string& node,
                               const std::string& clip = "");

}  // namespace lamella
