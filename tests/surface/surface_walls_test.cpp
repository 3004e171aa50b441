#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/surface/room_at_walls.hpp>
#include <lamella/surface/surface_method.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// Water in the corner of a tank, from (0, 0, 0) on, particles pressed to 0.3 d from its walls; the spacing is 1.
constexpr Index kSide = 12;

ParticleSet corner_of_water(Index side = kSide) {
    std::vector<Vec3> points;
    for (Index i = 0; i < side; ++i)
        for (Index j = 0; j < side; ++j)
            for (Index k = 0; k < side; ++k)
                points.emplace_back(Vec3(i, j, k).array() + 0.3f +
                                    0.1f * random_in_cube(4, 0, static_cast<std::uint64_t>(points.size())).array());
    return particles_at(points);
}

SurfaceWalls tank() {
    SurfaceWalls walls;
    walls.box.min = Vec3::Zero();
    return walls;
}

SurfaceWalls ball_in_water(const Vec3& centre, Real radius) {
    SurfaceWalls walls;
    walls.bodies = [=](const Vec3& p) { return (p - centre).norm() - radius; };
    return walls;
}

Real deepest(const TriangleMesh& mesh, const SurfaceWalls& walls) {
    Real least = 0.0f;
    for (const Vec3& p : mesh.positions) least = std::min(least, walls.distance(p));
    return -least;
}

template <class Parameters>
class FieldAtWalls : public testing::Test {};
using Fields =
    testing::Types<TrueVolumeParameters, Mueller2003Parameters, ZhuBridson2005Parameters, Ando2011Parameters>;
TYPED_TEST_SUITE(FieldAtWalls, Fields);

TYPED_TEST(FieldAtWalls, EndsAtThem) {
    const ParticleSet water = corner_of_water();
    const SurfaceWalls walls = tank();
    TypeParam parameters;
    parameters.mesh.smallest_drop = 0.3f;  // ando2011 leaves bubbles between the layers
    EXPECT_GT(deepest(reconstruct(parameters, water, 1.0f).mesh, walls), 0.1f);
    const Surface s = reconstruct(parameters, water, 1.0f, nullptr, &walls);
    EXPECT_LT(deepest(s.mesh, walls), 0.002f);
    EXPECT_EQ(expect_sound(s.mesh, 0.5).euler_characteristic, 2);
    parameters.mesh.walls = false;
    EXPECT_GT(deepest(reconstruct(parameters, water, 1.0f, nullptr, &walls).mesh, walls), 0.1f);
}

TEST(SurfaceWalls, CutAwayWhatIsBehindThemAndNothingElse) {
    const ParticleSet water = corner_of_water();
    const SurfaceWalls walls = tank();
    const Surface s = reconstruct(TrueVolumeParameters{}, water, 1.0f, nullptr, &walls);
    const double side = kSide - 0.2;  // before the walls; what is pressed there is given back
    EXPECT_GT(s.report.mesh_volume / (side * side * side), 1.02);
    EXPECT_NEAR(s.report.mesh_volume / s.report.particle_volume, 0.99, 0.01);
    const TriangleMesh free = reconstruct(TrueVolumeParameters{}, water, 1.0f).mesh;
    SurfaceWalls far = tank();
    far.box.min = Vec3::Constant(-100.0f);
    EXPECT_EQ(bits_of(reconstruct(TrueVolumeParameters{}, water, 1.0f, nullptr, &far).mesh), bits_of(free));
}

TEST(SurfaceWalls, AreFlatAndHaveTheirOwnNormals) {
    const SurfaceWalls walls = tank();
    const TriangleMesh mesh = reconstruct(TrueVolumeParameters{}, corner_of_water(), 1.0f, nullptr, &walls).mesh;
    const auto& normals = mesh.attributes.get<Vec3Column>("N");
    Index on_floor = 0;
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3& p = mesh.positions[static_cast<std::size_t>(v)];
        if (p.y() > 0.01f || std::min(p.x(), p.z()) < 0.5f || std::max(p.x(), p.z()) > 10.5f) continue;
        ++on_floor;
        ASSERT_LT((normals[v] + Vec3::UnitY()).norm(), 0.02f);
    }
    EXPECT_GT(on_floor, 300);  // all of the floor: it has four vertices a square of a spacing
    const auto above_floor = [](const Vec3& p) {
        return std::min(p.x(), p.z()) > 0.5f && std::max(p.x(), p.z()) < 10.5f && p.y() > 0.01f && p.y() < 5.0f;
    };
    EXPECT_EQ(std::ranges::count_if(mesh.positions, above_floor), 0);
}

TEST(SurfaceWalls, BodiesAreLeftOut) {
    const Vec3 centre(6.2f, 12.0f, 5.7f);  // half in the water
    const SurfaceWalls walls = ball_in_water(centre, 3.0f);
    const Surface s = reconstruct(TrueVolumeParameters{}, corner_of_water(), 1.0f, nullptr, &walls);
    expect_sound(s.mesh, 0.5);
    EXPECT_LT(deepest(s.mesh, walls), 0.002f);
    double on_ball = 0.0;
    for (const auto& t : s.mesh.triangles) {
        const auto corner = [&](int k) -> const Vec3& { return s.mesh.positions[static_cast<std::size_t>(t[k])]; };
        if (std::max({walls.distance(corner(0)), walls.distance(corner(1)), walls.distance(corner(2))}) < 0.002f)
            on_ball += 0.5 * (corner(1) - corner(0)).cross(corner(2) - corner(0)).norm();
    }
    EXPECT_GT(on_ball / (2.0 * M_PI * 9.0), 0.75);  // most of its lower half
}

TEST(SurfaceWalls, HoldUnderSmoothingAndExactVolumes) {
    const ParticleSet water = corner_of_water();
    const SurfaceWalls walls = tank();
    TrueVolumeParameters parameters;
    parameters.mesh.smoothing = 5;
    const Surface smooth = reconstruct(parameters, water, 1.0f, nullptr, &walls);
    EXPECT_LT(deepest(smooth.mesh, walls), 0.002f);
    expect_sound(smooth.mesh, 0.5);
    parameters = {};
    parameters.mesh.thin_plate = ThinPlateBand{};
    EXPECT_LT(deepest(reconstruct(parameters, water, 1.0f, nullptr, &walls).mesh, walls), 0.002f);
    parameters = {};
    parameters.exact_volume = 1;
    const SurfaceReport exact = reconstruct(parameters, water, 1.0f, nullptr, &walls).report;
    const SurfaceReport usual = reconstruct(TrueVolumeParameters{}, water, 1.0f, nullptr, &walls).report;
    EXPECT_GT(exact.mesh_volume, usual.mesh_volume);
    EXPECT_NEAR(exact.mesh_volume / exact.particle_volume, 1.0, 0.002);
}

// Pools between four walls and a floor, all particles 0.3 d from them instead of 0.5 d.
ParticleSet pressed_pool(Index layers) {
    std::vector<Vec3> points;
    for (Index i = 0; i < kSide; ++i)
        for (Index j = 0; j < layers; ++j)
            for (Index k = 0; k < kSide; ++k) points.emplace_back(Vec3(i, j, k).array() + 0.3f);
    return particles_at(points);
}

SurfaceWalls narrow_tank() {
    SurfaceWalls walls = tank();
    walls.box.max.x() = walls.box.max.z() = kSide - 0.4f;
    return walls;
}

TEST(SurfaceWalls, PoolsKeepTheirVolumeHoweverShallow) {
    const SurfaceWalls walls = narrow_tank();
    for (const Index layers : {1, 2, 3, 4, 8}) {
        const SurfaceReport made =
            reconstruct(TrueVolumeParameters{}, pressed_pool(layers), 1.0f, nullptr, &walls).report;
        const double cut_off = 1.0 - std::pow(1.0 - 0.4 / kSide, 2) * (1.0 - 0.2 / layers);
        EXPECT_GT(cut_off, 0.08) << layers;
        const double kept = layers == 1 ? 0.94 : 0.98;  // a single layer stays flat on the floor
        EXPECT_GT(made.mesh_volume / made.particle_volume, kept) << layers;
        EXPECT_LT(made.mesh_volume / made.particle_volume, 1.01) << layers;
    }
}

TEST(SurfaceWalls, MakeRoomForWhatIsPressedAndMoveNothingElse) {
    const SurfaceWalls walls = narrow_tank();
    ParticleSet pool = pressed_pool(4);
    const Index in_pool = pool.size();
    pool.append(particles_at(ball_points({6, 14, 6}, 3.0f, 1.0f)));
    const double pressed = 0.2 * (kSide * kSide + 4.0 * 4.0 * kSide);
    const auto moved = with_room_at_walls(pool, 1.0f, walls, pressed);
    ASSERT_TRUE(moved);
    double risen = 0.0;
    for (Index i = 0; i < pool.size(); ++i) {
        const Vec3 u = moved->positions()[i] - pool.positions()[i];
        if (i >= in_pool) {
            ASSERT_EQ(u, Vec3::Zero());
            continue;
        }
        ASSERT_GT(walls.distance(moved->positions()[i]), 0.39f);
        if (pool.positions()[i].y() > 3.0f) risen += u.y();
    }
    const double side = kSide - 0.4;
    EXPECT_NEAR(risen / (kSide * kSide), kSide * kSide * 4.0 / (side * side) - 3.8, 0.15);  // 0.48 d
    EXPECT_FALSE(with_room_at_walls(particles_at(ball_points({6, 14, 6}, 3.0f, 1.0f)), 1.0f, walls, 1e3));
    EXPECT_FALSE(with_room_at_walls(pool, 1.0f, walls, 0.0));
}

TEST(SurfaceWalls, CutTheLevelSetToo) {
    const SurfaceWalls walls = tank();
    TrueVolumeParameters parameters;
    parameters.mesh.level_set = true;
    const Surface s = reconstruct(parameters, corner_of_water(6), 1.0f, nullptr, &walls);
    Index behind = 0;
    for (Index b = 0; b < s.phi.block_count(); ++b)
        for (Index n = 0; n < SparseGrid::kNodes && s.phi.stored(b); ++n) {
            const Vec3i node = SparseGrid::kWidth * s.phi.block(b) + coordinates_in_tile(n);
            if (walls.distance(s.phi.node_position(node).cast<Real>()) >= 0.0f) continue;
            ++behind;
            ASSERT_GE(s.phi.value(node), 0.0f);
        }
    EXPECT_GT(behind, 0);
}

TEST(SurfaceWalls, GiveTheSameBitsForAnyThreads) {
    const ParticleSet water = corner_of_water();
    const SurfaceWalls walls = ball_in_water({3.0f, 6.0f, 6.0f}, 2.0f);
    const auto bits = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(reconstruct(TrueVolumeParameters{}, water, 1.0f, nullptr, &walls).mesh);
    };
    const std::uint64_t one = bits(1);
    EXPECT_EQ(bits(2), one);
    EXPECT_EQ(bits(3), one);
}

}  // namespace
}  // namespace lamella
