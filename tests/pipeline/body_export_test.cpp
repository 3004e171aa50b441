// The bodies of a run folder for other programs, and what is in the files that they come from.
#include "test_folder.hpp"

#include <lamella/cache/run_folder.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/pipeline/body_export.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/scene/scene.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr const char* kScene = R"({"version": 1, "domain": {"min": [0, 0, 0], "max": [1, 1, 1], "open": ["y+"]},
  "frames": 4, "frame_rate": 20, "particle_spacing": 0.05,
  "obstacles": [{"name": "ramp", "shape": {"type": "half_space", "point": [0.2, 0, 0], "normal": [1, 1, 0]}},
                {"name": "post", "shape": {"type": "box", "min": [0.8, 0, 0.8], "max": [0.9, 0.5, 0.9]}}],
  "bodies": [{"name": "crate", "velocity": [0, -1, 0],
              "shape": {"type": "box", "min": [0.5, 0.001, 0.5], "max": [0.6, 0.1, 0.6]}},
             {"name": "ball", "shape": {"type": "sphere", "centre": [0.55, 0.3, 0.2], "radius": 0.05}}]})";

const TestFolder& finished_run() {
    static const TestFolder folder("body_export");
    static const bool done = [] {
        const LoadedScene loaded = read_scene(kScene, "scene.json");
        return run_stages({}, loaded, folder.path() / "run", {}, Stage::simulate) == StageResult::done;
    }();
    EXPECT_TRUE(done);
    return folder;
}

FramePoses poses_of(int frame) {
    return read_poses(finished_run().path() / "run" / file_of_frame(poses_part(), frame));
}

TEST(BodyExport, has_a_pose_of_every_body_in_every_frame) {
    const BodyExport found = bodies_of_run({}, finished_run().path() / "run");
    EXPECT_EQ(found.bodies.frame_rate, 20.0);
    EXPECT_EQ(found.bodies.frames, (std::vector<int>{1, 2, 3, 4}));
    ASSERT_EQ(found.bodies.meshes.size(), 3u);
    ASSERT_EQ(found.notes.size(), 1u);
    EXPECT_NE(found.notes[0].find("'ramp' has no end"), std::string::npos);
    for (const MovingMesh& mesh : found.bodies.meshes) {
        EXPECT_FALSE(mesh.mesh.empty());
        ASSERT_EQ(mesh.poses.size(), 4u);
        for (int frame = 1; frame <= 4; ++frame) {
            const FramePoses poses = poses_of(frame);
            EXPECT_EQ(mesh.poses[static_cast<std::size_t>(frame) - 1].translation,
                      poses.find(mesh.name)->pose.translation);
        }
    }
}

// A crate that lies on the floor is held by its weight, less what the ball or nothing else gives it.
TEST(BodyExport, frames_hold_the_contacts) {
    const FramePoses poses = poses_of(4);
    Vec3d held = Vec3d::Zero();
    for (const ContactRecord& contact : poses.contacts) {
        if (contact.a != "crate") continue;
        EXPECT_EQ(contact.b, "");
        EXPECT_NEAR(contact.normal.y(), 1.0f, 1e-5f);
        EXPECT_NEAR(contact.point.y(), 0.0f, 1e-3f);
        EXPECT_GE(contact.point.x(), 0.499f);
        EXPECT_LE(contact.point.x(), 0.601f);
        held += contact.force;
    }
    const double weight = 500.0 * 0.1 * 0.099 * 0.1 * 9.81;
    EXPECT_NEAR(held.y(), weight, 0.02 * weight);
    EXPECT_TRUE(poses_of(1).contacts.empty());
}

TEST(BodyExport, refuses_runs_without_bodies_and_damaged_ones) {
    EXPECT_THROW(bodies_of_run({}, finished_run().path()), InputError);
    const TestFolder copy("body_export_damaged");
    std::filesystem::copy(finished_run().path() / "run", copy.path() / "run", std::filesystem::copy_options::recursive);
    const auto file = copy.path() / "run" / file_of_frame(poses_part(), 3);
    const std::string whole = read_file(file);
    for (const auto& [what, by] : {std::pair{"\"name\": \"ball\"", "\"name\": \"bill\""}, {"{", "["}, {"", ""}}) {
        std::string bad = *what ? whole : std::string();
        if (*what) bad.replace(bad.find(what), std::string_view(what).size(), by);
        write_file(file, bad);
        EXPECT_THROW(bodies_of_run({}, copy.path() / "run"), InputError) << what;
    }
}

}  // namespace
}  // namespace lamella
