#include "tracking_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/tracking/motion/particle_moves.hpp>

namespace lamella {
namespace {

using namespace test;

Vec3Column column_of(const std::vector<Vec3>& values) {
    Vec3Column column;
    column.resize(static_cast<Index>(values.size()));
    for (Index i = 0; i < column.size(); ++i) column.set(i, values[static_cast<std::size_t>(i)]);
    return column;
}

std::vector<Vec3> particle_ball(Real radius) {
    const auto distance = [&](const Vec3& p) { return p.norm() - radius; };
    return sample_volume(distance, {Vec3::Constant(-radius), Vec3::Constant(radius)}, 1.0f, Lattice::cubic, {0.2f, 3});
}

template <class F>
std::vector<Vec3> moves_of(const std::vector<Vec3>& points, F&& move) {
    std::vector<Vec3> moves;
    for (const Vec3& p : points) moves.push_back(move(p));
    return moves;
}

std::vector<Vec3> at(const std::vector<Vec3>& particles, const std::vector<Vec3>& moves,
                     const std::vector<Vec3>& points) {
    std::vector<Vec3> result(points.size());
    ScalarColumn shares;
    shares.resize(static_cast<Index>(particles.size()));
    std::ranges::fill(shares.span(), 1.0f);
    ParticleMoves(column_of(particles), column_of(moves), shares, 1.0f).at(points, result);
    return result;
}

// A quarter of a turn and a stretch in one sub-step, on the surface of a ball, 0.5 d outside of the outermost
// particles.
TEST(ParticleMoves, AreExactForLinearMotions) {
    const std::vector<Vec3> particles = particle_ball(8.0f);
    const std::vector<Vec3> points = ball(7.5f, 0.5f).positions;
    const auto move = [](const Vec3& p) { return Vec3(-1.2f * p.y() + 0.7f, 0.9f * p.x(), 0.1f * p.z() - p.y()); };
    const std::vector<Vec3> found = at(particles, moves_of(particles, move), points);
    Real worst = 0.0f;
    for (std::size_t i = 0; i < points.size(); ++i) worst = std::max(worst, (found[i] - move(points[i])).norm());
    EXPECT_LT(worst, 0.02f);  // of up to 12 d
}

TEST(ParticleMoves, AreTheMeanOfAFew) {
    const std::vector<Vec3> particles = {{0, 0, 0}, {1, 0, 0}};
    const std::vector<Vec3> found = at(particles, {{1, 2, 3}, {3, 2, 1}}, {{0.5f, 0.5f, 0.0f}, {0, 9, 0}});
    EXPECT_LT((found[0] - Vec3(2, 2, 2)).norm(), 1e-5f);
    EXPECT_EQ(found[1], Vec3::Zero());  // none is near
}

TEST(ParticleMoves, DoNotDependOnThreadsOrTheOrderOfParticles) {
    std::vector<Vec3> particles = particle_ball(5.0f);
    const std::vector<Vec3> points = ball(5.0f, 0.5f).positions;
    const auto move = [](const Vec3& p) { return Vec3(std::sin(p.y()), p.x() * p.z(), 1.0f); };
    const std::vector<Vec3> once = at(particles, moves_of(particles, move), points);
    std::reverse(particles.begin(), particles.end());
    const ThreadLimit limit(1);
    EXPECT_EQ(at(particles, moves_of(particles, move), points), once);
}

}  // namespace
}  // namespace lamella
