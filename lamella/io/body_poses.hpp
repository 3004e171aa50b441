// The poses of a frame as a JSON file: where the bodies are, how they move and what acts on them.
//   {"frame", "time_s", "bodies": [{"name", "translation", "orient", "rotation", "velocity", "spin", "force_N",
//                                   "torque_Nm"}],
//    "contacts": [{"a", "b", "point", "normal", "force_N"}]}
// Numbers are written so that the same bits are read back; the rotation is the matrix row by row, which is what our
// reader takes, and `orient` the same as a quaternion (x, y, z, w) for other programs.
#pragma once

#include <lamella/matter/body_pose.hpp>

#include <filesystem>
#include <string_view>

namespace lamella {

struct FramePoses {
    int frame = 1;
    double time = 0.0;  // s
    BodyPoses bodies;
    ContactRecords contacts;  // earlier versions wrote none

    const BodyPose* find(std::string_view name) const;
};

FramePoses read_poses(const std::filesystem::path& path);
FramePoses parse_poses(std::string_view bytes, const std::string& source);

std::string poses_json(const FramePoses& poses);
void write_poses(const std::filesystem::path& path, const FramePoses& poses);

// Whether the bytes are meant to be such a file: a scene is JSON, too.
bool holds_poses(std::string_view bytes);

}  // namespace lamella
