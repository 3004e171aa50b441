// Probes in still water with a block in it, under both solvers.
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/simulation.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

constexpr double kWeightOfWater = 9810.0;  // N/m^3
constexpr double kDepth = 0.4;
constexpr double kBlock = 0.12 * 0.12 * 0.12;           // m^3
constexpr double kWater = 0.6 * 0.4 * kDepth - kBlock;  // m^3
constexpr const char* kProbes = R"([
    {"name": "floor", "type": "point", "at": [1.1, 2.0, 3.1]},
    {"name": "middle", "type": "point", "at": [1.1, 2.2, 3.1]},
    {"name": "air", "type": "point", "at": [1.1, 2.7, 3.1]},
    {"name": "level", "type": "height", "from": [1.1, 2, 3.1], "to": [1.1, 2.8, 3.1]},
    {"name": "through", "type": "flux", "corner": [1, 2.2, 3], "x_edge": [0, 0, 0.4], "y_edge": [0.6, 0, 0]},
    {"name": "block", "type": "force", "body": "block"},
    {"name": "walls", "type": "force"}])";

LoadedScene scene(const std::string& solver, std::vector<std::string> overrides = {}) {
    const std::string text = R"({"version": 1, "domain": {"min": [1, 2, 3], "max": [1.6, 2.8, 3.4]}, "frames": 3,
        "frame_rate": 10, "particle_spacing": 0.02, "fluids": [{"name": "water",
            "shapes": [{"type": "box", "min": [1, 2, 3], "max": [1.6, 2.4, 3.4]}]}],
        "obstacles": [{"name": "block", "shape": {"type": "box", "min": [1.24, 2.1, 3.14], "max": [1.36, 2.22, 3.26]}}],
        "output": {"checkpoint_every": 1, "probes": )" +
                             std::string(kProbes) + "}}";
    overrides.push_back("solver=" + solver);
    return read_scene(text, "probes.json", overrides);
}

class ProbesTest : public testing::TestWithParam<const char*> {
protected:
    ~ProbesTest() override { fs::remove_all(folder_); }
    std::string file(const std::string& run, const std::string& probe) const {
        return read_file(RunFolder(folder_ / run).probe(probe));
    }

    const fs::path folder_ = fs::temp_directory_path() / ("lamella_probes_" + std::to_string(getpid()));
};
INSTANTIATE_TEST_SUITE_P(Solvers, ProbesTest, testing::Values("sph", "flip"));

double mean(const ProbeTable& table, std::size_t column) {
    double sum = 0.0;
    for (const auto& row : table.rows) sum += row[column];
    return sum / static_cast<double>(table.rows.size());
}

TEST_P(ProbesTest, MeasureStillWater) {
    const LoadedScene loaded = scene(GetParam());
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    simulation.finish_next_frame({});
    simulation.finish_next_frame({});
    const std::vector<ProbeTable> start = simulation.take_probe_tables();
    EXPECT_EQ(start[0].columns,
              (std::vector<std::string>{"time_s", "pressure_Pa", "vx_ms", "vy_ms", "vz_ms", "filling"}));
    EXPECT_EQ(start[0].rows.front().front(), 0.0);
    EXPECT_TRUE(std::isnan(start[0].rows.front()[1]));  // before the first step
    EXPECT_EQ(start[0].rows.back().front(), 0.1);
    simulation.finish_next_frame({});
    const std::vector<ProbeTable> now = simulation.take_probe_tables();
    EXPECT_GT(now[0].rows.size(), 5u);
    EXPECT_NEAR(mean(now[0], 1), kWeightOfWater * kDepth, 0.08 * kWeightOfWater * kDepth);
    EXPECT_NEAR(mean(now[1], 1), kWeightOfWater * 0.5 * kDepth, 0.04 * kWeightOfWater * kDepth);
    EXPECT_NEAR(mean(now[1], 5), 1.0, 0.05);
    EXPECT_TRUE(std::isnan(now[2].rows.front()[1]));
    EXPECT_EQ(now[2].rows.front()[5], 0.0);
    EXPECT_NEAR(mean(now[3], 1), kDepth, 0.01);
    EXPECT_NEAR(mean(now[3], 2), kDepth, 0.01);
    EXPECT_NEAR(mean(now[4], 1) / 0.24, 0.0, 0.02);  // m/s through the plane
    EXPECT_NEAR(mean(now[5], 2), kWeightOfWater * kBlock, 0.2 * kWeightOfWater * kBlock);
    const double on_walls = -kWeightOfWater * (kWater + kBlock);
    EXPECT_NEAR(mean(now[6], 2), on_walls, -0.04 * on_walls);
    EXPECT_NEAR(mean(now[6], 6), 1.3 * on_walls,
                -0.05 * on_walls);  // about the scene's origin: its middle is at x = 1.3
}

TEST_P(ProbesTest, GoOnWithTheSameRows) {
    const std::vector<std::string> fewer{"frames=2"};
    simulate({}, scene(GetParam()), folder_ / "whole", {});
    simulate({}, scene(GetParam(), fewer), folder_ / "parts", {});
    fs::remove(RunFolder(folder_ / "parts").checkpoints() / "000002.lck");
    StageOptions resume;
    resume.resume = true;
    simulate({}, scene(GetParam()), folder_ / "parts", resume);
    for (const char* probe : {"floor", "middle", "air", "level", "through", "block", "walls"})
        EXPECT_EQ(file("whole", probe), file("parts", probe)) << probe;
    StageOptions overwrite;
    overwrite.overwrite = true;
    simulate({}, scene(GetParam(), {"output.probes=[]", "frames=1"}), folder_ / "whole", overwrite);
    EXPECT_FALSE(fs::exists(RunFolder(folder_ / "whole").probe("floor")));
}

// A column collapses through a gate: what has flowed through it lies behind it. The velocity that a particle of FLIP
// has is not quite the one with which it is moved.
TEST_P(ProbesTest, TheFluxOverTimeIsWhatHasPassed) {
    const std::vector<std::string> overrides{std::string("solver=") + GetParam()};
    const LoadedScene loaded = read_scene(R"({"version": 1, "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.2]},
        "frames": 9, "particle_spacing": 0.025, "fluids": [{"name": "water",
            "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.3, 0.3, 0.2]}]}],
        "output": {"probes": [{"name": "gate", "type": "flux", "corner": [0.4, 0, 0], "x_edge": [0, 0.5, 0],
            "y_edge": [0, 0, 0.2]}]}})",
                                          "gate.json", overrides);
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    for (int frame = 1; frame <= 9; ++frame) simulation.finish_next_frame({});
    const ProbeTable table = simulation.take_probe_tables().front();
    double passed = 0.0;
    for (std::size_t k = 1; k < table.rows.size(); ++k)
        passed += 0.5 * (table.rows[k][0] - table.rows[k - 1][0]) * (table.rows[k][1] + table.rows[k - 1][1]);
    const std::vector<FramePart> parts = simulation.parts();
    const auto& rows = std::get<ParticleRows>(parts.front().data);
    Index behind = 0;
    for (const Index i : rows.rows) behind += rows.particles->positions()[i].x() > 0.4f ? 1 : 0;
    EXPECT_GT(behind, 200);
    EXPECT_NEAR(passed, behind * std::pow(0.025, 3), (GetParam() == std::string("sph") ? 0.03 : 0.05) * passed);
}

TEST_P(ProbesTest, AnIntervalThinsTheRows) {
    const LoadedScene loaded = scene(GetParam(), {"output.probe_interval=0.05"});
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    for (int frame = 1; frame <= 3; ++frame) simulation.finish_next_frame({});
    const ProbeTable table = simulation.take_probe_tables().front();
    ASSERT_EQ(table.rows.size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_GE(table.rows[k].front(), 0.05 * static_cast<double>(k) - 1e-9);
        EXPECT_LT(table.rows[k].front(), 0.05 * static_cast<double>(k) + 0.02);
    }
}

}  // namespace
}  // namespace lamella
