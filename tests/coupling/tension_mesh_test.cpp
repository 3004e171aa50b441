// Forces of a mesh that particles carry: their sums, the pressure that they make, and the state.
#include <lamella/cache/state_archive.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/coupling/force_transfer.hpp>
#include <lamella/coupling/tension_mesh.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/tracking/area_gradient.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

ParticleSet ball(Real radius, const Vec3& stretch = Vec3::Ones()) {
    const auto distance = [&](const Vec3& p) { return p.norm() - radius; };
    const Box3 box{Vec3::Constant(-radius), Vec3::Constant(radius)};
    ParticleSet particles = particles_from_points(sample_volume(distance, box, 1.0f, Lattice::cubic, {0.2f, 3}));
    auto& x = particles.positions();
    auto& id = particles.add<IndexColumn>("id");
    for (Index i = 0; i < x.size(); ++i) {
        x.set(i, x[i].cwiseProduct(stretch));
        id[i] = i;
    }
    return particles;
}

struct Sums {
    Vec3d force = Vec3d::Zero();
    Vec3d torque = Vec3d::Zero();
    double lengths = 0.0;
};

Sums sums_of(const Vec3Column& x, const Vec3Column& forces) {
    Sums sums;
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3d f = forces[i].cast<double>();
        sums.force += f;
        sums.torque += cross(Vec3d(x[i].cast<double>()), f);
        sums.lengths += f.norm();
    }
    return sums;
}

TEST(TensionForces, AreTheGradientOfTheArea) {
    TriangleMesh plain = triangulate(BoxShape{{0, 0, 0}, {2, 1, 1}}, 0.5f);
    const std::vector<Vec3d> forces = tension_forces(ConnectedMesh(plain));
    const auto area = [&] {
        double sum = 0.0;
        for (const Vec3i& t : plain.triangles) {
            const auto at = [&](int k) { return Vec3d(plain.positions[t[k]].cast<double>()); };
            sum += 0.5 * cross(Vec3d(at(1) - at(0)), Vec3d(at(2) - at(0))).norm();
        }
        return sum;
    };
    const Real step = 1.0f / 1024.0f;
    for (const Index v : {0, 3, plain.vertex_count() / 2})
        for (int axis = 0; axis < 3; ++axis) {
            const Real was = plain.positions[v][axis];
            plain.positions[v][axis] = was + step;
            const double more = area();
            plain.positions[v][axis] = was - step;
            const double less = area();
            plain.positions[v][axis] = was;
            EXPECT_NEAR(forces[v][axis], -(more - less) / (2.0 * step), 2e-3);
        }
    Vec3d sum = Vec3d::Zero();
    for (const Vec3d& f : forces) sum += f;
    EXPECT_LT(sum.norm(), 1e-12);
}

// sum_T w A_T + (1 - w) share P_T beside the floor y = 0, for a spacing of 1.
double weighted_area(const TriangleMesh& mesh, double share) {
    double sum = 0.0;
    for (const Vec3i& t : mesh.triangles) {
        const auto at = [&](int k) { return Vec3d(mesh.positions[t[k]].cast<double>()); };
        const double s = (at(0).y() + at(1).y() + at(2).y()) / 3.0, u = std::clamp((s - 0.25) / 0.5, 0.0, 1.0);
        const double w = u * u * (3.0 - 2.0 * u);
        const Vec3d normal = 0.5 * cross(Vec3d(at(1) - at(0)), Vec3d(at(2) - at(0)));
        sum += w * normal.norm() + (1.0 - w) * share * (share > 0.0 ? normal.norm() : -normal.y());
    }
    return sum;
}

void expect_gradient_of_weighted_area(Real share) {
    TriangleMesh plain = triangulate(BoxShape{{0, -0.1f, 0}, {2, 1, 1}}, 0.4f);
    const auto height = [](const Vec3& p) { return p.y(); };
    const ConnectedMesh mesh(plain);
    const VertexForces forces = tension_forces(mesh, SolidsBeside(mesh, {height, share}, 1.0f));
    const Real step = 1.0f / 1024.0f;
    Vec3d sum = Vec3d::Zero();
    double pulled = 0.0;
    for (Index v = 0; v < plain.vertex_count(); ++v) {
        sum += forces.tension[v];
        pulled += forces.pull[v].norm();
        EXPECT_LT(std::hypot(forces.pull[v].x(), forces.pull[v].z()), 1e-6);
        for (int axis = 0; axis < 3; ++axis) {
            const Real was = plain.positions[v][axis];
            plain.positions[v][axis] = was + step;
            const double more = weighted_area(plain, share);
            plain.positions[v][axis] = was - step;
            const double less = weighted_area(plain, share);
            plain.positions[v][axis] = was;
            EXPECT_NEAR(forces.tension[v][axis] + forces.pull[v][axis], -(more - less) / (2.0 * step), 3e-3);
        }
    }
    EXPECT_LT(sum.norm(), 1e-12);
    EXPECT_GT(pulled, 1.0);
    EXPECT_TRUE(tension_forces(mesh, SolidsBeside(mesh, {[](const Vec3&) { return 9.0f; }, 0.0f}, 1.0f)).pull.empty());
}

TEST(TensionForces, AreTheGradientOfTheAreaWhoseWettedPartWeighsLess) {
    for (const Real share : {-0.5f, 0.0f, 0.5f}) expect_gradient_of_weighted_area(share);
}

// Half a ball on a floor is in balance at a contact angle of 90 degrees: nothing is left along the floor at its rim,
// and what the solids pull down is what the cap's tension pulls up.
TEST(TensionMesh, LeavesHalfABallOnAFloorAsItIs) {
    constexpr Real kRadius = 6.0f;
    ParticleSet half = ball(kRadius);
    auto& x = half.positions();
    std::vector<Index> above;
    for (Index i = 0; i < x.size(); ++i)
        if (x[i].y() > 0.0f) above.push_back(i);
    for (auto& [name, column] : half.columns()) column = rows_of(column, above);
    half.resize(static_cast<Index>(above.size()));
    TensionMesh mesh({1.0f, 0.5f});
    mesh.follow(half);
    const auto outwards = [&](const Vec3Column& forces) {  // along the floor, of the particles beside it
        double sum = 0.0;
        for (Index i = 0; i < forces.size(); ++i) {
            const Vec3d p = half.positions()[i].cast<double>(), f = forces[i].cast<double>();
            if (p.y() < 2.0) sum += (p.x() * f.x() + p.z() * f.z()) / std::hypot(p.x(), p.z());
        }
        return sum / (2.0 * std::numbers::pi * kRadius);
    };
    const auto height = [](const Vec3& p) { return p.y(); };
    const SurfaceForces wet = mesh.forces({height, 0.0f});
    const Sums tension = sums_of(half.positions(), wet.tension), pull = sums_of(half.positions(), wet.pull);
    EXPECT_LT(tension.force.norm(), 1e-6 * tension.lengths);
    EXPECT_NEAR(pull.force.y() / (-2.0 * std::numbers::pi * kRadius), 1.0, 0.2);  // the rim of the mesh is round
    EXPECT_LT(std::hypot(pull.force.x(), pull.force.z()), 0.01 * pull.lengths);
    EXPECT_LT(outwards(mesh.forces()), -1.0);  // the bottom's own tension draws the rim in
    EXPECT_GT(outwards(wet.tension), -0.7);    // as the cap does in its lowest two spacings
}

TEST(ForceTransfer, GivesAllOfEachForceAndWhatIsFarToTheNearest) {
    Vec3Column x;
    x.resize(3);
    x.set(1, Vec3(1, 0, 0));
    x.set(2, Vec3(0, 1.2f, 0));
    const std::vector<Vec3> vertices{{0.3f, 0.2f, 0.0f}, {9.0f, 0.0f, 0.0f}};
    const std::vector<Vec3d> forces{{1.0, 2.0, -3.0}, {0.5, 0.0, 0.25}};
    const Vec3Column given = forces_on_particles(x, vertices, forces, 1.0f);
    const auto weight = [&](Index i) {
        const double t = 1.0 - (x[i] - vertices[0]).squaredNorm() / 4.0;
        return t * t * t;
    };
    const double all = weight(0) + weight(1) + weight(2);
    for (Index i = 0; i < 3; ++i) {
        Vec3d expected = weight(i) / all * forces[0];
        if (i == 1) expected += forces[1];
        EXPECT_LT((given[i].cast<double>() - expected).norm(), 1e-6);
    }
}

TEST(TensionMesh, KeepsMomentumAndPushesInwardsByTwoOverTheRadius) {
    TensionMesh mesh({1.0f, 0.5f});
    const ParticleSet particles = ball(5.0f, {1.3f, 1.0f, 0.8f});
    mesh.follow(particles);
    const Sums sums = sums_of(particles.positions(), mesh.forces());
    EXPECT_LT(sums.force.norm(), 1e-6 * sums.lengths);
    EXPECT_LT(sums.torque.norm(), 1e-3 * 5.0 * sums.lengths);

    TensionMesh round({1.0f, 0.5f});
    const ParticleSet drop = ball(6.0f);
    round.follow(drop);
    const Vec3Column forces = round.forces();
    double virial = 0.0;  // of the vertices it is -2 times the area
    for (Index i = 0; i < drop.size(); ++i) virial += forces[i].cast<double>().dot(drop.positions()[i].cast<double>());
    double area = 0.0;
    for (Index f = 0; f < round.connected().face_slots(); ++f) area += double{face_area(round.connected(), f)};
    EXPECT_GT(virial / (-2.0 * area), 0.85);  // less the 0.6 d that the forces lie deeper
    EXPECT_LT(virial / (-2.0 * area), 0.95);
}

// Turned a little, and drawn out.
ParticleSet moved(const ParticleSet& from, Real angle) {
    ParticleSet to = from;
    for (Index i = 0; i < to.size(); ++i) {
        const Vec3 p = from.positions()[i];
        to.positions().set(i, {std::cos(angle) * p.x() - std::sin(angle) * p.y(),
                               std::sin(angle) * p.x() + std::cos(angle) * p.y(), (1.0f + angle) * p.z()});
    }
    return to;
}

std::uint64_t bits_after_a_turn(int threads, bool resumed) {
    const ThreadLimit limit(threads);
    const ParticleSet start = ball(4.0f);
    auto mesh = std::make_unique<TensionMesh>(CarriedSurfaceSettings{1.0f, 0.5f});
    for (int k = 0; k < 6; ++k) {
        mesh->follow(moved(start, 0.02f * static_cast<Real>(k)));
        if (!resumed || k != 3) continue;
        StateArchive archive;
        StateSaver save(archive);
        mesh->state(save);
        mesh = std::make_unique<TensionMesh>(CarriedSurfaceSettings{1.0f, 0.5f});
        StateLoader load(archive);
        mesh->state(load);
    }
    StateArchive archive;
    StateSaver save(archive);
    mesh->state(save);
    return archive.hash();
}

TEST(TensionMesh, HasTheSameBitsForAnyThreadsAndAfterAResume) {
    const std::uint64_t bits = bits_after_a_turn(1, false);
    EXPECT_EQ(bits, bits_after_a_turn(3, false));
    EXPECT_EQ(bits, bits_after_a_turn(2, true));
}

TEST(TensionMesh, GoesOnWithoutParticlesAndRefusesCellsThatAreTooCoarse) {
    TensionMesh mesh({1.0f, 0.5f});
    mesh.follow(ball(3.0f));
    EXPECT_GT(mesh.mesh().triangle_count(), 100);
    ParticleSet none = ball(3.0f);
    none.resize(0);
    mesh.follow(none);
    EXPECT_TRUE(mesh.mesh().empty());
    mesh.follow(ball(3.0f));
    EXPECT_GT(mesh.mesh().triangle_count(), 100);
    TensionMesh coarse({1.0f, 40.0f});
    ParticleSet beside = ball(3.0f);  // between the nodes of such cells
    for (Index i = 0; i < beside.size(); ++i)
        beside.positions().set(i, beside.positions()[i] + Vec3(17.0f, 13.0f, 11.0f));
    try {
        coarse.follow(beside);
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("solver.surface_tension.cell"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace lamella
