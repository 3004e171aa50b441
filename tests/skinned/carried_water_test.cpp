// Water on a mesh: whole amounts, the same bits for any number of threads, and how it moves.
#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/skinned/condensing.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace lamella {
namespace {

std::shared_ptr<const SkinnedTets> open_box(const Box3& box, double cell) {
    return std::make_shared<const SkinnedTets>(make_open_tets(box, cell, 0));
}

std::shared_ptr<const SkinnedTets> around_ball(double cell, double thickness = 0.5) {
    const MeshDistance ball(triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.1f));
    return std::make_shared<const SkinnedTets>(make_skinned_tets(ball, {cell, 1, thickness}, "ball"));
}

CarriedWater at_rest(std::shared_ptr<const SkinnedTets> mesh, CarriedWaterOptions options = {}) {
    std::vector<Vec3> lattice = mesh->lattice.positions;
    return {std::move(mesh), std::move(options), std::move(lattice)};
}

std::uint64_t hash_of(const CarriedWater& water) {
    Hasher hasher;
    hasher.update(std::span<const WaterAmount>(water.water().amounts));
    for (const Drop& drop : water.drops().list) {
        hasher.update(drop.position.data(), sizeof(Vec3));
        hasher.update(&drop.amount, sizeof(WaterAmount));
    }
    return hasher.digest();
}

std::function<bool(const Vec3&)> blob(const Vec3& centre, Real radius) {
    return [=](const Vec3& x) { return (x - centre).norm() < radius; };
}

struct Spread {
    Vec3d centre = Vec3d::Zero();
    double radius = 0.0;  // of gyration
};

Spread spread_of(const CarriedWater& water) {
    Spread spread;
    double mass = 0.0;
    const auto each = [&](auto&& visit) {
        for (const Index cell : water.water().wet)
            visit(static_cast<double>(water.water().amounts[cell].volume),
                  Vec3d(middle_of(water.mesh().tets[cell], water.positions()).cast<double>()));
    };
    each([&](double m, const Vec3d& x) {
        mass += m;
        spread.centre += m * x;
    });
    spread.centre /= mass;
    each([&](double m, const Vec3d& x) { spread.radius += m * (x - spread.centre).squaredNorm() / mass; });
    spread.radius = std::sqrt(spread.radius);
    return spread;
}

Vec3 turned(const Vec3& p, double angle) {
    const auto c = static_cast<Real>(std::cos(angle)), s = static_cast<Real>(std::sin(angle));
    return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
}

std::vector<Vec3> turned(std::vector<Vec3> points, double angle) {
    for (Vec3& p : points) p = turned(p, angle);
    return points;
}

TEST(WaterAmount, SharesAddUp) {
    const WaterAmount whole{(std::int64_t{1} << 26) + 12345, {-987654321987, 3, (std::int64_t{1} << 49) + 7}};
    const std::int64_t all = 1234567;
    WaterAmount sum, before;
    for (std::int64_t part = 0; part < all;) {
        part = std::min<std::int64_t>(
            all, part + 1 + static_cast<std::int64_t>(random_bits(1, 2, static_cast<std::uint64_t>(part)) % 9999));
        const WaterAmount now = whole.first_shares(part, all);
        EXPECT_GE(now.volume, before.volume);
        sum += now - before;
        before = now;
    }
    EXPECT_EQ(sum, whole);
    EXPECT_EQ(whole.of_volume(999).volume, 999);
}

// A blob in uniform flow goes as fast as the flow and straight ahead.
TEST(CarriedWater, GoesWithTheFlow) {
    constexpr double h = 0.125;
    const auto mesh = open_box({{-0.5f, -0.5f, -0.5f}, {2.0f, 1.6f, 1.3f}}, h);
    const Vec3 way = Vec3(0.8f, 0.55f, 0.3f).normalized() * static_cast<Real>(12 * h);
    for (const auto& [courant, condense, slowest, fastest] :
         {std::array{0.05, 0.0, 0.9, 1.01}, std::array{0.25, 0.0, 0.985, 1.01}, std::array{0.5, 0.2, 0.985, 1.01},
          std::array{1.0, 0.2, 0.985, 1.01}}) {
        CarriedWaterOptions options;
        options.condense = condense;
        CarriedWater water = at_rest(mesh, options);
        water.fill(blob(Vec3::Zero(), 2.8f * static_cast<Real>(h)), [](const Vec3&) { return Vec3(Vec3::Zero()); });
        const std::int64_t volume = water.total().volume;
        const Spread start = spread_of(water);
        const auto steps = static_cast<int>(std::lround(12.0 / courant));
        for (int k = 0; k < steps; ++k) {
            const CarriedWaterStep report =
                water.step_in_flow(mesh->lattice.positions, 1.0 / steps, [&](const Vec3&) { return Vec3(way); });
            ASSERT_EQ(report.held, 0);
            ASSERT_EQ(water.total().volume, volume);
        }
        const Spread end = spread_of(water);
        const Vec3d gone = end.centre - start.centre, ahead = way.cast<double>().normalized();
        const double speed = gone.dot(ahead) / static_cast<double>(way.norm());
        EXPECT_GT(speed, slowest) << courant;
        EXPECT_LT(speed, fastest) << courant;
        if (courant > 0.1) {
            EXPECT_LT((gone - gone.dot(ahead) * ahead).norm(), 0.1 * h) << courant;
        }
        const double spreading = (end.radius * end.radius - start.radius * start.radius) / (6.0 * 12.0 * h * h);
        if (courant == 0.5) {
            EXPECT_LT(spreading, 0.035);
        }
        EXPECT_TRUE(water.drops().list.empty());
    }
}

// A mesh that turns with the flow carries its water without smearing it.
TEST(CarriedWater, AMeshThatTurnsKeepsItsWater) {
    constexpr double h = 0.125;
    constexpr int kSteps = 126;
    const auto mesh = open_box({{-1.5f, -1.5f, -0.45f}, {1.5f, 1.5f, 0.45f}}, h);
    CarriedWater water = at_rest(mesh);
    const auto spin = [](const Vec3& x) { return Vec3(-x.y(), x.x(), 0.0f); };
    water.fill(blob({0.95f, 0, 0}, 2.4f * static_cast<Real>(h)), spin);
    const WaterCells before = water.water();
    const std::int64_t volume = water.total().volume;
    const double dt = 2.0 * std::numbers::pi / kSteps;
    for (int k = 1; k <= kSteps; ++k) {
        // the chord of the step
        const auto flow = [&](const Vec3& x) { return Vec3((turned(x, dt) - x) / static_cast<Real>(dt)); };
        water.step_in_flow(turned(mesh->lattice.positions, k * dt), dt, flow);
        ASSERT_EQ(water.total().volume, volume);
    }
    std::int64_t misplaced = 0;
    for (std::size_t cell = 0; cell < before.amounts.size(); ++cell)
        misplaced += std::abs(water.water().amounts[cell].volume - before.amounts[cell].volume);
    EXPECT_LT(static_cast<double>(misplaced) / 2.0 / static_cast<double>(volume), 0.05);
}

// In free flight momentum is exact as well, also where water leaves the mesh.
TEST(CarriedWater, FreeFlightKeepsAllUnits) {
    const auto mesh = open_box({{-0.6f, -0.6f, -0.6f}, {0.6f, 0.6f, 0.6f}}, 0.1);
    CarriedWaterOptions options;
    options.pressure = false;
    options.forces.gravity = Vec3::Zero();
    CarriedWater water = at_rest(mesh, options);
    water.fill(blob({0.1f, 0, 0}, 0.35f), [](const Vec3& x) { return Vec3(1.0f - x.y(), 0.5f + x.z(), 0.3f * x.x()); });
    const WaterAmount before = water.total();
    for (int k = 0; k < 40; ++k) {
        water.step(mesh->lattice.positions, 0.03);
        ASSERT_EQ(water.total(), before) << k;
    }
    EXPECT_GT(water.drops().list.size(), 10u);
}

// Water poured from above: what stands on the ball, what left the mesh and came back.
CarriedWater poured_on_ball(int threads, int steps) {
    const ThreadLimit limit(threads);
    static const auto mesh = around_ball(0.25);
    CarriedWaterOptions options;
    options.forces.gravity = Vec3(0, -1, 0);
    options.forces.adhesion.assign(mesh->node_distances.size(), 3.0f);
    options.forces.adhesion_reach = 0.3f;
    options.forces.drag = 1.0f;
    options.forces.drag_reach = 0.25f;
    CarriedWater water = at_rest(mesh, options);
    water.fill([](const Vec3& x) { return std::hypot(x.x(), x.z()) < 0.3f && x.y() > 0.0f && x.y() < 1.4f; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    for (int k = 0; k < steps; ++k) {
        if (k % 4 == 0) water.add_drop({0.01f * static_cast<Real>(k), 1.8f, 0.1f}, {0, -1, 0}, kFullCell / 3);
        const std::int64_t volume = water.total().volume;
        const double angle = 0.02 * (k + 1);
        water.step(turned(mesh->lattice.positions, angle), 0.05);
        EXPECT_EQ(water.total().volume, volume);
    }
    return water;
}

TEST(CarriedWater, SameBitsForAnyNumberOfThreads) {
    std::set<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) hashes.insert(hash_of(poured_on_ball(threads, 60)));
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(CarriedWater, NothingInsideTheSkinAndNothingOverfull) {
    const CarriedWater water = poured_on_ball(0, 80);
    const MeshStep still{water.mesh(), water.positions(), water.positions(), 1.0};
    for (const Index cell : water.water().wet) {
        EXPECT_FALSE(water.mesh().solid(cell));
        EXPECT_LE(water.water().amounts[cell].volume, capacity_of(still, cell));
    }
    EXPECT_EQ(std::count_if(water.water().amounts.begin(), water.water().amounts.end(),
                            [](const WaterAmount& a) { return a.volume < 0; }),
              0);
}

// A column on a plane collapses: without pressure it stands.
TEST(CarriedWater, AColumnCollapses) {
    const MeshDistance floor(triangulate(BoxShape{{-2.0f, -1.0f, -2.0f}, {2.0f, 0.0f, 2.0f}}, 0.5f));
    const auto mesh = std::make_shared<const SkinnedTets>(make_skinned_tets(floor, {0.1, 0, 0.7}, "floor"));
    for (const bool pressure : {true, false}) {
        CarriedWaterOptions options;
        options.forces.gravity = Vec3(0, -1, 0);
        options.pressure = pressure;
        CarriedWater water = at_rest(mesh, options);
        water.fill([](const Vec3& x) { return std::hypot(x.x(), x.z()) < 0.5f && x.y() > 0.0f && x.y() < 0.5f; },
                   [](const Vec3&) { return Vec3(Vec3::Zero()); });
        for (int k = 0; k < 48; ++k) water.step(mesh->lattice.positions, 1.8 / 48);
        std::vector<std::pair<double, double>> radii;
        double mass = 0.0, below = 0.0;
        for (const Index cell : water.water().wet) {
            const Vec3 x = middle_of(mesh->tets[cell], water.positions());
            radii.emplace_back(std::hypot(x.x(), x.z()), water.water().amounts[cell].volume);
            mass += radii.back().second;
        }
        std::sort(radii.begin(), radii.end());
        double r99 = 0.0;
        for (const auto& [r, m] : radii) {
            below += m;
            if (below < 0.99 * mass) r99 = r;
        }
        if (pressure) {
            EXPECT_GT(r99, 1.3);
        } else {
            EXPECT_LT(r99, 0.8);
        }
    }
}

}  // namespace
}  // namespace lamella
