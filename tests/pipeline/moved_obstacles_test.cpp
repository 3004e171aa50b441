// Obstacles that follow a sequence of mesh files: what solvers are handed, and what frames record.
#include "test_folder.hpp"

#include <lamella/core/error.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lamella {
namespace {

// A piston that rises, 24 files a second.
class MovedObstacles : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override { write_piston(folder_.path()); }

    Scene scene() const {
        const std::string text = fmt::format(
            R"({{"version": 1, "domain": {{"min": [0, 0, 0], "max": [1, 1, 1]}}, "frames": 5, "frame_rate": 24,
            "particle_spacing": 0.05, "solver": {{"type": "{}"}},
            "fluids": [{{"name": "water", "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [1, 0.3, 1]}}]}}],
            "obstacles": [{{"name": "piston", "shape": {{"type": "mesh", "file": "piston.0001.obj"}},
                            "sequence": {{"files": "piston.%04d.obj", "frame_rate": 24}}}}]}})",
            GetParam());
        return *read_scene(text, "scene.json", {}, folder_.path()).scene;
    }

    const TestFolder folder_{"moved_obstacles"};
};
INSTANTIATE_TEST_SUITE_P(Solvers, MovedObstacles, testing::Values("sph", "flip"));

TEST_P(MovedObstacles, LiftLiquidAndAreRecorded) {
    Assets assets;
    Simulation simulation({}, scene(), assets);
    for (int frame = 1; frame <= 5; ++frame) ASSERT_TRUE(simulation.finish_next_frame({}));
    const std::vector<FramePart> parts = simulation.parts();
    ASSERT_EQ(parts.size(), 2u);
    const auto& mesh = std::get<MeshPart>(parts[1].data).mesh;
    EXPECT_EQ(parts[1].name, "piston");
    EXPECT_NEAR(mesh.positions[4].y(), 0.24f, 1e-5f);  // 4 / 24 s
    EXPECT_NEAR(mesh.attributes.get<Vec3Column>("v")[4].y(), 0.24f, 1e-3f);
    const auto& water = std::get<ParticleRows>(parts[0].data);
    const auto& x = water.particles->positions();
    for (Index i = 0; i < x.size(); ++i) {
        const bool above = x[i].x() > 0.35f && x[i].x() < 0.65f && x[i].z() > 0.35f && x[i].z() < 0.65f;
        EXPECT_TRUE(!above || x[i].y() > 0.22f) << x[i].transpose();  // nothing is left inside
    }
    ASSERT_EQ(simulation.poses().size(), 1u);
    EXPECT_LT(simulation.poses()[0].force.y(), -50.0);  // the water rests on it
}

TEST_P(MovedObstacles, AFileOfOtherTrianglesIsTold) {
    write_file(folder_.path() / "piston.0003.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    Assets assets;
    EXPECT_THROW(Simulation({}, scene(), assets), InputError);
}

}  // namespace
}  // namespace lamella
