// Where cracks go under load: plates with a notch that are pulled apart.
#include "solid_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

struct Plate {
    BlockSize size;
    double angle;   // of the notch, degrees
    double length;  // from its middle, or from the left edge
    bool edge;
    Real toughness;
};

constexpr double kDegree = std::numbers::pi / 180.0;

// Upper and lower half go apart.
SolidSetup pulled(const Plate& plate) {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    matter.density = 1000.0f;
    SolidSetup setup = block(plate.size, 1.0f, matter);
    const Vec3 half =
        0.5f * Vec3(static_cast<Real>(plate.size.x), static_cast<Real>(plate.size.y), static_cast<Real>(plate.size.z));
    setup.distance = [half](const Vec3& p) {
        const Vec3 q = (p - half).cwiseAbs() - half;
        return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
    };
    FractureParameters fracture;
    fracture.strength = 1e6f;  // nothing begins by itself
    fracture.toughness = plate.toughness;
    const Vec3 along(static_cast<Real>(std::cos(plate.angle * kDegree)),
                     static_cast<Real>(std::sin(plate.angle * kDegree)), 0.0f);
    const Real ahead = static_cast<Real>(plate.length), behind = plate.edge ? 1.0f : ahead;
    const Vec3 middle(plate.edge ? 0.0f : half.x() + 0.01f, half.y() + 0.21f, -1.0f);
    fracture.notches.push_back({middle - behind * along, (behind + ahead) * along, Vec3(0, 0, 2 * half.z() + 2.0f)});
    setup.fracture = fracture;
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(i,
                                                 Vec3(0, 0.01f * (setup.particles.positions()[i].y() - half.y()), 0));
    return setup;
}

struct Path {
    double kink = 0.0;  // mean direction over the first two spacings from the tip, degrees from the notch
    double length = 0.0;
    double error = 0.0;  // of the energies, of that at the start
};

Path path_of(const Plate& plate, int steps) {
    SoleSolver<SolidSolver> solver(alone(pulled(plate)));
    const Solid& solid = solver->solids()[0];
    const auto balance = [&] { return solver->balances(Vec3d::Zero()).at("block"); };
    const double start = balance().kinetic_energy;
    Path path;
    for (int k = 0; k < steps; ++k) {
        solver.step(1e9);
        const Balance now = balance();
        path.error = std::max(
            path.error, std::abs(now.kinetic_energy + *now.elastic_energy + *now.dissipated_energy - start) / start);
    }
    const Notch& notch = solid.fracture()->parameters().notches[0];
    const Vec3d tip = (notch.corner + notch.first_side).cast<double>(),
                along = notch.first_side.cast<double>().normalized(), up = Vec3d(-along.y(), along.x(), 0);
    Vec3d sum = Vec3d::Zero();
    for (const Vec3d& vertex : solid.fracture()->sheets().vertices()) {
        const Vec3d way(vertex.x() - tip.x(), vertex.y() - tip.y(), 0);
        if (way.dot(along) <= 1e-3 || vertex.z() < 0.5 || vertex.z() > plate.size.z - 0.5) continue;
        path.length = std::max(path.length, way.norm());
        if (way.norm() > 0.3 && way.norm() < 2.0) sum += way.normalized();
    }
    path.kink = std::atan2(sum.dot(up), sum.dot(along)) / kDegree;
    return path;
}

TEST(CrackPaths, AStraightNotchRunsStraightAndTheBooksClose) {
    const Path path = path_of({{20, 28, 3}, 0.0, 7.0, true, 20.0f}, 60);
    EXPECT_GT(path.length, 5.0);
    EXPECT_LT(std::abs(path.kink), 2.0);
    EXPECT_LT(path.error, 0.005);
}

TEST(CrackPaths, AnObliqueNotchKinks) {
    const Path path = path_of({{24, 32, 3}, 45.0, 8.0, false, 100.0f}, 60);
    EXPECT_GT(path.length, 2.0);
    EXPECT_NEAR(path.kink, -53.1, 6.0);
    EXPECT_LT(path.error, 0.005);
}

TEST(CrackPaths, ToughMatterHolds) {
    const Path path = path_of({{20, 28, 3}, 0.0, 7.0, true, 2000.0f}, 60);
    EXPECT_EQ(path.length, 0.0);
}

}  // namespace
}  // namespace lamella
