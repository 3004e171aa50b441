// Fur and paint on obstacles, from the scene to the frames: strands that are grown and read, what is refused, and the
// same bits for any number of threads and after resuming.
#include "small_runs.hpp"
#include "test_folder.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/render/image.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

class FurScenes : public testing::Test {
protected:
    // A ball of 0.2 m in the middle of a box of 1 m, and a drop of water above it.
    LoadedScene scene(const std::string& dress, const std::string& solver = R"({"type": "skinned", "thickness": 5,
        "adhesion": 20, "drag": 4})",
                      const std::string& viscosity = "0.001") const {
        const std::string text = fmt::format(
            R"({{"version": 1, "domain": {{"min": [-0.5, 0, -0.5], "max": [0.5, 1, 0.5], "open": ["y-"]}}, "frames": 4,
            "frame_rate": 24, "particle_spacing": 0.025, "solver": {}, "fluids": [{{"name": "water", "viscosity": {},
            "shapes": [{{"type": "sphere", "centre": [0, 0.85, 0], "radius": 0.1, "velocity": [0, -3, 0]}}]}}],
            "obstacles": [{{"name": "ball", "shape": {{"type": "sphere", "centre": [0, 0.5, 0], "radius": 0.2}},
            {}}}]}})",
            solver, viscosity, dress);
        return read_scene(text, (folder_.path() / "s.json").string());
    }

    std::string fault(const std::string& dress, const std::string& solver = R"({"type": "skinned", "thickness": 5,
        "adhesion": 20, "drag": 4})",
                      const std::string& viscosity = "0.001") const {
        try {
            const LoadedScene loaded = scene(dress, solver, viscosity);
            with_places(loaded, [&] { const Simulation simulation({}, *loaded.scene, *loaded.assets); });
            return "";
        } catch (const InputError& error) {
            return error.what();
        }
    }
    void expect_fault(const std::string& sentence, const std::string& found) const {
        EXPECT_NE(found.find(sentence), std::string::npos) << found;
    }

    // Spikes on the ball, in the axes of the scene.
    Strands spikes(Real from = 0.2f) const {
        Strands strands;
        strands.points.resize(12);
        auto& x = strands.points.add<Vec3Column>("P");
        for (Index k = 0; k < 6; ++k) {
            const Vec3 way = (k % 2 == 0 ? 1.0f : -1.0f) * Vec3(Vec3::Unit(k / 2));
            x.set(2 * k, Vec3(0, 0.5f, 0) + from * way);
            x.set(2 * k + 1, Vec3(0, 0.5f, 0) + 0.25f * way);
            strands.first.push_back(2 * k + 2);
        }
        return strands;
    }

    const TestFolder folder_{"fur"};
};

const Strands& strands_of(const std::vector<FramePart>& parts) {
    for (const FramePart& part : parts)
        if (const auto* strands = std::get_if<StrandPart>(&part.data)) {
            EXPECT_EQ(part.name, "ball");
            return strands->strands;
        }
    throw InputError("no strands");
}

// Of the water, mean by volume.
double speed_of(const std::vector<FramePart>& parts) {
    const ParticleSet& water = *std::get<ParticleRows>(parts.at(0).data).particles;
    double volume = 0.0, moved = 0.0;
    for (Index i = 0; i < water.size(); ++i) {
        const double own = std::pow(static_cast<double>(water.get<ScalarColumn>("pscale")[i]), 3);
        volume += own;
        moved += own * static_cast<double>(water.get<Vec3Column>("v")[i].norm());
    }
    return moved / volume;
}

constexpr const char* kFur = R"("fur": {"density": 20000, "length": 0.04, "hairs": 1000, "curl": 0.05})";

TEST_F(FurScenes, GrowsAndHoldsWater) {
    const LoadedScene furred = scene(kFur), bare = scene(R"("friction": 0)");
    Simulation with({}, *furred.scene, *furred.assets), without({}, *bare.scene, *bare.assets);
    for (int frame = 1; frame <= 4; ++frame) {
        ASSERT_TRUE(with.finish_next_frame({}));
        ASSERT_TRUE(without.finish_next_frame({}));
    }
    EXPECT_NEAR(strands_of(with.parts()).count(), 20000 * 0.503, 300);
    EXPECT_THROW(strands_of(without.parts()), InputError);
    EXPECT_LT(speed_of(with.parts()), 0.5 * speed_of(without.parts()));
}

TEST_F(FurScenes, IsGroomedByAPictureAndAShape) {
    std::vector<std::uint8_t> rgb(40 * 3, 0);
    std::fill_n(rgb.begin(), rgb.size() / 2, std::uint8_t{128});  // its left half is grey
    write_png(folder_.path() / "groom.png", {40, 1, rgb});
    const auto longest = [&](const std::string& groom) {
        const LoadedScene loaded =
            scene(R"("fur": {"density": 3000, "length": 0.04, "scatter": 0, "groom": )" + groom + "}");
        const LiquidSetup setup = liquid_setup({}, *loaded.scene, *loaded.assets);
        const Strands& strands = setup.skins.front().fur->strands;
        EXPECT_GT(strands.count(), 0);
        Real length = 0.0f;
        for (Index s = 0; s < strands.count(); ++s)
            length = std::max(
                length, (strands.positions()[strands.end_of(s) - 1] - strands.positions()[strands.begin_of(s)]).norm());
        return std::pair(length, strands.count());
    };
    const auto [grey, some] = longest(R"({"type": "image", "file": "groom.png",
        "projection": {"type": "planar", "centre": [0, 0.5, 0], "width": 0.5, "height": 0.5}})");
    EXPECT_NEAR(grey, 0.02f, 0.0005f);        // half a byte is half a length
    EXPECT_NEAR(some, 3000 * 0.503 / 2, 90);  // none on the dark side
    const auto [whole, patch] =
        longest(R"({"type": "shape", "shape": {"type": "box", "min": [-1, 0.6, -1], "max": [1, 1, 1]}})");
    EXPECT_NEAR(whole, 0.04f, 1e-4f);
    EXPECT_NEAR(patch, 3000 * 0.503 / 4, 60);  // a cap of a quarter of the ball
}

TEST_F(FurScenes, IsReadFromFiles) {
    write_strands(folder_.path() / "spikes.bgeo", spikes());
    write_strands(folder_.path() / "spikes.csv", spikes());
    for (const char* file : {"spikes.bgeo", "spikes.csv"}) {
        const LoadedScene loaded = scene(fmt::format(R"("fur": {{"file": "{}", "radius": 0.001}})", file));
        Simulation simulation({}, *loaded.scene, *loaded.assets);
        ASSERT_TRUE(simulation.finish_next_frame({}));
        const std::vector<FramePart> parts = simulation.parts();
        const Strands& strands = strands_of(parts);
        ASSERT_EQ(strands.count(), 6);
        EXPECT_LT((strands.positions()[1] - Vec3(0.75f, 0.5f, 0.5f)).norm(), 1e-5f);  // relative to the domain's corner
        EXPECT_FLOAT_EQ(strands.points.get<ScalarColumn>("pscale")[3], 0.001f);
        EXPECT_EQ(loaded.assets->files().count(file), 1u);
    }
}

TEST_F(FurScenes, GivesTheSameBitsForAnyNumberOfThreadsAndAfterResuming) {
    const auto run = [&](int threads, bool resumed) {
        const ThreadLimit limit(threads);
        const LoadedScene loaded = scene(kFur);
        const auto simulation = simulated(loaded, 4, resumed ? 2 : 0);
        std::vector<Vec3> numbers;
        const std::vector<FramePart> parts = simulation->parts();
        const ParticleSet& water = *std::get<ParticleRows>(parts.at(0).data).particles;
        for (Index i = 0; i < water.size(); ++i) numbers.push_back(water.positions()[i]);
        const Strands& strands = strands_of(parts);
        for (Index i = 0; i < strands.points.size(); ++i) numbers.push_back(strands.positions()[i]);
        return numbers;
    };
    const std::vector<Vec3> one = run(1, false);
    EXPECT_EQ(one, run(3, false));
    EXPECT_EQ(one, run(2, true));
}

TEST_F(FurScenes, FaultsAreTold) {
    expect_fault("groom.png\" does not exist",
                 fault(R"("fur": {"groom": {"type": "image", "file": "groom.png", "projection": "planar"}})"));
    expect_fault("only a shape of the type mesh has texture coordinates (uv)", [&] {
        write_png(folder_.path() / "groom.png", {1, 1, {9, 9, 9}});
        return fault(R"("fur": {"groom": {"type": "image", "file": "groom.png"}})");
    }());
    expect_fault("only a shape of the type mesh has vertex colours", fault(R"("adhesion": "colour")"));
    expect_fault("'obstacles[0].fur': the solver 'flip' does not look at skins; 'skinned' does",
                 fault(kFur, R"("flip")"));
    expect_fault("it paints factors of solver.drag, which is 0",
                 fault(R"("drag": {"type": "shape", "shape": {"type": "sphere", "centre": [0, 0, 0], "radius": 1}})",
                       R"({"type": "skinned"})"));
    expect_fault("a liquid without viscosity runs through fur",
                 fault(kFur, R"({"type": "skinned", "thickness": 5})", "0"));
    expect_fault("the fur leaves no pores", fault(R"("fur": {"density": 20000, "radius": 0.01})"));
    expect_fault("beyond the layer", fault(R"("fur": {"density": 2000, "length": 0.3})"));
    expect_fault("a density of", fault(R"("fur": {"density": 900000000})"));
}

TEST_F(FurScenes, FaultyFilesAreTold) {
    const std::string file = R"("fur": {"file": "spikes.bgeo"})";
    expect_fault("does not exist", fault(file));
    write_strands(folder_.path() / "spikes.bgeo", spikes(0.23f));
    expect_fault("6 of 6 strands do not begin on the skin", fault(file));
    write_particles(folder_.path() / "spikes.bgeo", points_of(spikes()));
    expect_fault("there are no curves in it", fault(file));
    write_file(folder_.path() / "spikes.csv", "x,y,z\n0,0.7,0\n0,0.75,0\n");
    expect_fault("'curve' that joins them", fault(R"("fur": {"file": "spikes.csv"})"));
    write_strands(folder_.path() / "spikes.bgeo", spikes());
    expect_fault("only fur that grows is groomed", fault(R"("fur": {"file": "spikes.bgeo", "groom": {"type": "shape",
                 "shape": {"type": "sphere", "centre": [0, 0, 0], "radius": 1}}})"));
}

}  // namespace
}  // namespace lamella
