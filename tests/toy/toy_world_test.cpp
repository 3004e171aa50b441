// The joints of the house, proven by a solver that is none of the library's (toy_solver.hpp), together with liquids.
#include "toy_solver.hpp"

#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/view/run_contents.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace lamella {
namespace {

namespace fs = std::filesystem;

constexpr double kMass = 4.0;  // kg: the raft of 20 cm swims half under water

LoadedScene pool(const std::string& solver) {
    const std::string text = R"({"version": 1, "domain": {"min": [1, 2, 3], "max": [1.6, 2.8, 3.6]}, "frames": 4,
        "frame_rate": 50, "particle_spacing": 0.04, "solver": )" +
                             solver + R"(, "fluids": [{"name": "water", "viscosity": 0.001,
        "shapes": [{"type": "box", "min": [1, 2, 3], "max": [1.6, 2.32, 3.6]}]}],
        "render": {"width": 96, "height": 64, "samples": 1, "show": "particles"},
        "output": {"checkpoint_every": 1}})";
    return read_scene(text, "pool.json");
}
const char* const kSph = R"({"type": "sph", "max_step": 0.001})";
const char* const kFlip = R"({"type": "flip", "max_step": 0.001})";

// A box that swims, at first just above the water.
Body raft(const Scene& scene, Assets& assets) {
    BoxShape shape;
    shape.min = Vec3(1.2f, 2.34f, 3.2f);
    shape.max = Vec3(1.4f, 2.54f, 3.4f);
    const Vec3d origin = scene.domain.min;
    Body body;
    body.name = "raft";
    body.rest_distance = shape_field(Shape(shape), origin, assets).signed_distance;
    body.samples = boundary_points(Shape(shape), origin, assets, false, scene.particle_spacing,
                                   Box3{Vec3::Constant(-9), Vec3::Constant(9)}, 0);
    body.motion = MovedBySolver{};
    return body;
}

// The liquid of the scene, and the toy that moves the box.
World make_pool(const Run& run, const Scene& scene, Assets& assets) {
    LiquidSetup setup = liquid_setup(run, scene, assets);
    setup.bodies.push_back(raft(scene, assets));
    setup.probed.wall_loads = true;
    std::vector<Body> bodies = setup.bodies;
    ToySetup toy;
    toy.mass = kMass;
    toy.place = Vec3(0.05f, 0.6f, 0.1f);
    std::vector<AnySolver> solvers;
    solvers.push_back(
        std::visit([&](const auto& liquid) { return liquid.make_solver(std::move(setup)); }, scene.solver));
    solvers.push_back(AnySolver::of<ToySolver>(toy));
    return {std::move(bodies), std::move(solvers)};
}

std::uint64_t hash_of(Simulation& simulation) {
    Checkpoint checkpoint;
    simulation.save(checkpoint);
    return checkpoint.state.hash();
}

class ToyWorld : public testing::TestWithParam<const char*> {
protected:
    const LoadedScene scene_ = pool(GetParam());
    Simulation simulation() const { return {*scene_.scene, make_pool({}, *scene_.scene, *scene_.assets)}; }
    static void run_to(Simulation& simulation, int frame) {
        while (simulation.frame() < frame) ASSERT_TRUE(simulation.finish_next_frame({}));
    }
};
INSTANTIATE_TEST_SUITE_P(Solvers, ToyWorld, testing::Values(kSph, kFlip),
                         [](const auto& parameter) { return parameter.param == kSph ? "Sph" : "Flip"; });

TEST_P(ToyWorld, TakesFourStepsToTheLiquidsOneAndRefusesEverySeventh) {
    Simulation world = simulation();
    run_to(world, 2);
    const LedgerRow row = world.take_row();
    EXPECT_EQ(row.steps, row.method.at(GetParam() == kSph ? "sph.steps" : "flip.steps"));
    const auto steps = static_cast<double>(*row.steps);
    EXPECT_EQ(row.method.at("refused"), std::floor(steps / 7.0));
    EXPECT_LE(row.method.at("toy.steps"), 4.0 * steps);
    EXPECT_GE(row.method.at("toy.steps"), 3.5 * steps);  // two or three to the shorter steps after a refusal
    EXPECT_GT(row.method.at("toy.grown"), 3.0);
}

TEST_P(ToyWorld, GivesTheSameBitsForAnyNumberOfThreadsAndAfterResuming) {
    std::uint64_t expected = 0;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        Simulation whole = simulation();
        run_to(whole, 4);
        if (threads == 1) expected = hash_of(whole);
        EXPECT_EQ(hash_of(whole), expected);
    }
    Simulation before = simulation();
    run_to(before, 2);
    Checkpoint checkpoint;
    before.save(checkpoint);
    Simulation after = simulation();
    after.load(checkpoint);
    run_to(after, 4);
    EXPECT_EQ(hash_of(after), expected);
}

// What the liquid loses the walls and the raft get, and the raft is pushed by what is reported.
TEST_P(ToyWorld, ExchangesMomentumInBalance) {
    Simulation world = simulation();
    run_to(world, 1);
    const Vec3d centre = Vec3d::Zero();
    const Balance start = world.world().balances(centre).at("water");
    Vec3d on_raft = Vec3d::Zero(), on_walls = Vec3d::Zero();
    double lengths = 0.0;
    for (double left = 0.06; left > 0.0;) {
        left -= world.world().step(left);
        const auto [loads, seconds] = world.world().take_loads();
        on_raft += loads.on[0].impulse;
        on_walls += loads.walls.impulse;
        lengths += loads.on[0].impulse.norm() + loads.walls.impulse.norm();
    }
    world.world().reach_frame(0.06);
    const Balance end = world.world().balances(centre).at("water");
    const Vec3d gravity = 0.06 * end.mass * Vec3d(0.0, -9.81, 0.0);
    const Vec3d missing = (end.momentum - start.momentum) - gravity + on_raft + on_walls;
    EXPECT_LT(missing.norm(), (GetParam() == kSph ? 1e-6 : 0.05) * lengths);
    EXPECT_GT(on_raft.y(), 0.0);
    EXPECT_LT((world.world().get<ToySolver>().pushed() - on_raft).norm(), 1e-9);
}

TEST_P(ToyWorld, IsWrittenShownAndDescribedWithEveryKindOfPart) {
    const fs::path folder =
        fs::path(testing::TempDir()) / (std::string("toy_world_") + (GetParam() == kSph ? "sph" : "flip"));
    fs::remove_all(folder);
    StageOptions options;
    ASSERT_EQ(simulate({}, scene_, folder, options, make_pool), StageResult::done);
    const RunRecord record = RunFolder(folder).read_record();
    const StageRecord& stage = *record.find(Stage::simulate);
    for (const PartKind kind : {PartKind::particles, PartKind::surfels, PartKind::mesh, PartKind::tetrahedra,
                                PartKind::strands, PartKind::level_set, PartKind::poses})
        EXPECT_EQ(record.parts(Stage::simulate, kind).size(), 1u) << kind_name(kind);
    EXPECT_EQ(RunFolder(folder).frames(stage.parts).size(), 4u);
    const FramePoses poses = read_poses(RunFolder(folder).path(poses_part(), 4));
    ASSERT_NE(poses.find("raft"), nullptr);
    EXPECT_LT(poses.find("raft")->pose.translation.y(), -0.001f);  // it falls, and begins to swim
    ASSERT_EQ(render_run({}, scene_, folder, options), StageResult::done);
    EXPECT_TRUE(fs::exists(RunFolder(folder).path(picture_part(), 4)));
    const std::string contents = contents_json(folder);
    for (const char* kind : {"surfels", "tetrahedra", "strands", "poses"})
        EXPECT_NE(contents.find(kind), std::string::npos) << kind;
}

}  // namespace
}  // namespace lamella
