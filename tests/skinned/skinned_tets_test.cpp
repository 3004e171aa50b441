// The mesh that carries water: the lattice and its refinement, weights of joints, characters that bend.
#include "characters.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/geometry/tets/tet_measure.hpp>
#include <lamella/skinned/harmonic_extension.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

namespace lamella {
namespace {

MeshDistance ball(Real radius = 1.0f) { return MeshDistance(triangulate(SphereShape{Vec3::Zero(), radius}, 0.1f)); }

SkinnedTets around_ball(double cell, int refinements, double thickness = 0.5) {
    return make_skinned_tets(ball(), {cell, refinements, thickness}, "ball");
}

double angle_at(const std::array<Vec3d, 4>& x, int a, int b) {
    const Vec3d along = (x[b] - x[a]).normalized();
    std::array<Vec3d, 2> sides;
    for (int k = 0, found = 0; k < 4; ++k)
        if (k != a && k != b) {
            const Vec3d side = x[k] - x[a];
            sides[found++] = (side - side.dot(along) * along).normalized();
        }
    return std::acos(std::clamp(sides[0].dot(sides[1]), -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

TEST(SkinnedTets, RefinementHasTheCellsOfTheLattice) {
    for (const int refinements : {0, 1, 2}) {
        const SkinnedTets mesh = around_ball(0.25, refinements);
        const std::vector<Vec3> x = mesh.rest_positions();
        for (const Vec4i& t : mesh.tets) {
            std::array<Vec3d, 4> corners;
            for (int k = 0; k < 4; ++k) corners[k] = x[t[k]].cast<double>();
            ASSERT_NEAR((corners[1] - corners[0]).norm(), 0.25, 2e-6);  // the long edges are known
            ASSERT_NEAR((corners[3] - corners[2]).norm(), 0.25, 2e-6);
            ASSERT_NEAR(tet_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]), mesh.rest_volume(), 1e-5 * mesh.rest_volume());
            for (const auto& edge : kTetEdges) {
                const double angle = angle_at(corners, edge[0], edge[1]);
                ASSERT_LT(std::min(std::abs(angle - 60.0), std::abs(angle - 90.0)), 1e-3);
            }
        }
    }
}

TEST(SkinnedTets, FacesMatch) {
    for (const int refinements : {0, 1}) {
        const SkinnedTets mesh = around_ball(0.25, refinements);
        std::map<std::array<Index, 3>, int> faces;
        for (const Vec4i& t : mesh.tets)
            for (int k = 0; k < 4; ++k) {
                Vec3i f = face_of(t, k);
                std::sort(f.begin(), f.end());
                ++faces[{f[0], f[1], f[2]}];
            }
        std::int64_t single = 0, open = 0;
        for (const auto& [face, count] : faces) {
            ASSERT_LE(count, 2);
            single += count == 1;
        }
        for (const Vec4i& n : mesh.neighbours) open += std::count(n.begin(), n.end(), -1);
        EXPECT_EQ(single, open);
    }
}

TEST(SkinnedTets, AnEighthOfTheVolumeInEveryPose) {
    const SkinnedTets mesh = around_ball(0.25, 1, 0.4);
    std::vector<Vec3> bent = mesh.lattice.positions;
    for (Vec3& p : bent) {
        const Real c = std::cos(0.5f * p.z()), s = std::sin(0.5f * p.z());
        p = Vec3(c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z() + 0.3f * p.x());
    }
    const std::vector<Vec3> x = mesh.positions(bent);
    for (Index c = 0; c < mesh.lattice.tet_count(); ++c) {
        const Vec4i& t = mesh.lattice.tets[c];
        const double whole = tet_volume(bent[t[0]], bent[t[1]], bent[t[2]], bent[t[3]]);
        for (Index k = mesh.first_of_lattice[c]; k < mesh.first_of_lattice[c + 1]; ++k) {
            const Vec4i& f = mesh.tets[k];
            ASSERT_NEAR(tet_volume(x[f[0]], x[f[1]], x[f[2]], x[f[3]]), whole / 8.0, 2e-5 * whole);
        }
    }
}

// What is open around a ball is what is there less the ball. A distance that is linear in a cell lies too far outside
// by some a^2 / (12 R).
TEST(SkinnedTets, OpenPartsLeaveOutTheBall) {
    const SkinnedTets mesh = around_ball(0.125, 1, 0.3);
    double whole = 0.0, open = 0.0;
    for (Index c = 0; c < mesh.tet_count(); ++c) {
        whole += mesh.rest_volume();
        open += mesh.rest_volume() * mesh.open_count(c) / 8.0;
        if (mesh.cut(c)) {
            ASSERT_FALSE(mesh.solid(c));
        }
    }
    const MeshReport exact = ball().report();
    EXPECT_NEAR(whole - open, exact.volume, 0.125 * 0.125 / 8.0 * exact.area);
}

TEST(SkinnedTets, NumberedAlongACurve) {
    const SkinnedTets mesh = around_ball(0.125, 1, 0.3);
    double sum = 0.0;
    std::int64_t count = 0;
    for (Index c = 0; c < mesh.tet_count(); ++c)
        for (const Index n : mesh.neighbours[c])
            if (n >= 0) {
                sum += std::log2(1.0 + std::abs(n - c));
                ++count;
            }
    EXPECT_LT(std::exp2(sum / static_cast<double>(count)), 40.0);  // by rows of the box it is about 250
}

TEST(SkinnedTets, SameForAnyNumberOfThreads) {
    std::set<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        const Rig arm = test::shipped_rig("arm", "bend");
        const SkinnedTets mesh = make_skinned_tets(MeshDistance(welded(arm.mesh)), {0.03, 1, 0.08}, "arm");
        const std::vector<Vec3> x = mesh.positions(lattice_rig(arm, mesh).positions(1.0));
        std::uint64_t hash = 0;
        for (const Vec3& p : x)
            for (const Real v : p) hash = hash * 1099511628211ULL + std::bit_cast<std::uint32_t>(v);
        hashes.insert(hash);
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(SkinnedTets, WrongSkinsHaveTheirSentence) {
    TriangleMesh open = triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.2f);
    open.triangles.pop_back();
    const auto message = [](const TriangleMesh& skin, double cell) -> std::string {
        try {
            make_skinned_tets(MeshDistance(skin), {cell, 1, 0.3}, "a.glb");
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_NE(message(open, 0.1).find("a.glb: its surface is open (3 edges"), std::string::npos);
    const std::string large = message(triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.2f), 0.001);
    ASSERT_NE(large.find("cells of "), std::string::npos) << large;
    // The cell that it says would fit does.
    const double fits = std::stod(large.substr(large.find("; cells of ") + 11));
    EXPECT_LT(12.0 * std::pow(2.6 / fits, 3), 8.0 * SkinnedTets::kMostCells);
}

TEST(HarmonicExtension, IsHarmonicAndBetweenWhatIsGiven) {
    const SkinnedTets mesh = around_ball(0.25, 0, 0.6);
    const TetMesh& lattice = mesh.lattice;
    std::vector<std::uint8_t> given;
    std::vector<double> values;
    for (Index n = 0; n < lattice.node_count(); ++n) {
        given.push_back(std::abs(mesh.lattice_distances[n]) < 0.2f ? 1 : 0);
        values.push_back(given.back() ? (lattice.positions[n].x() > 0.0f ? 1.0 : 0.0) : 0.3);
    }
    EXPECT_TRUE(HarmonicExtension(lattice, given).solve(values).converged);
    std::vector<double> rest(values.size(), 0.0);
    for (const auto& ends : tet_edges(lattice).ends) {
        rest[ends[0]] += values[ends[0]] - values[ends[1]];
        rest[ends[1]] += values[ends[1]] - values[ends[0]];
    }
    for (std::size_t n = 0; n < values.size(); ++n) {
        if (!given[n]) {
            EXPECT_LT(std::abs(rest[n]), 2e-2);
        }
        EXPECT_GT(values[n], -1e-3);
        EXPECT_LT(values[n], 1.001);
    }
}

// A skin of one joint carries its mesh rigidly; cells that the skin cuts go with it.
TEST(LatticeRig, FollowsTheSkin) {
    const Rig arm = test::shipped_rig("arm", "bend");
    const SkinnedTets mesh = make_skinned_tets(MeshDistance(welded(arm.mesh)), {0.02, 1, 0.08}, "arm");
    const Rig lattice = lattice_rig(arm, mesh);
    ASSERT_EQ(lattice.mesh.vertex_count(), mesh.lattice.node_count());
    for (Index n = 0; n < mesh.lattice.node_count(); ++n) {
        double sum = 0.0;
        for (Index k = lattice.first[n]; k < lattice.first[n + 1]; ++k) sum += lattice.influences[k].weight;
        ASSERT_NEAR(sum, 1.0, 1e-12);
        ASSERT_LE(lattice.first[n + 1] - lattice.first[n], static_cast<Index>(kKeptWeights));
    }
    // Distances of the bent mesh's nodes next to the skin, from the bent skin.
    for (const double t : {0.0, 0.5, 1.0}) {
        const std::vector<Vec3> x = mesh.positions(lattice.positions(t));
        const MeshDistance skin(welded(arm.at(t)));
        double sum = 0.0;
        Index count = 0;
        for (Index n = 0; n < static_cast<Index>(x.size()); ++n)
            if (std::abs(mesh.node_distances[n]) < 0.01f) {
                const double error = skin.signed_distance(x[n]) - mesh.node_distances[n];
                sum += error * error;
                ++count;
            }
        EXPECT_LT(std::sqrt(sum / count), 0.1 * mesh.cell) << t;
    }
}

// What is painted on the skin, as adhesion is, goes straight out into the layer.
TEST(LatticeRig, PaintOfTheSkinIsThatOfItsCells) {
    const Rig arm = test::shipped_rig("arm", "bend");
    const SkinnedTets mesh = make_skinned_tets(MeshDistance(welded(arm.mesh)), {0.03, 1, 0.1}, "arm");
    std::vector<Real> paint;
    for (const Vec3& p : arm.mesh.positions) paint.push_back(3.0f + p.x());
    const std::vector<Real> values = mesh.node_values(lattice_values(arm.mesh, mesh, paint));
    const std::vector<Vec3> x = mesh.rest_positions();
    ASSERT_EQ(values.size(), x.size());
    for (std::size_t n = 0; n < x.size();
         ++n)  // the closest point is at most the distance away, or a cell of the lattice
        ASSERT_NEAR(values[n], 3.0f + x[n].x(), std::abs(mesh.node_distances[n]) + 0.06f);
}

struct Walker {
    const char* name;
    const char* clip;
    double cell, thickness;
    int refinements, moments;
};

// At most one cell in 200 is too flat at any moment of a clip.
TEST(LatticeRig, CharactersKeepTheirCells) {
    for (const Walker& who :
         {Walker{"arm", "bend", 0.02, 0.08, 1, 24}, Walker{"bear", "walk", 0.03, 0.12, 1, 24},
          Walker{"bear", "walk", 0.03, 0.12, 2, 24}, Walker{"bear", "walk_and_shake", 0.05, 0.2, 1, 70}}) {
        const Rig rig = test::shipped_rig(who.name, who.clip);
        const SkinnedTets mesh =
            make_skinned_tets(MeshDistance(welded(rig.mesh)), {who.cell, who.refinements, who.thickness}, who.name);
        const Rig lattice = lattice_rig(rig, mesh);
        double worst = 0.0;
        for (int k = 0; k <= who.moments; ++k) {
            const double t = rig.begin + (rig.end - rig.begin) * k / who.moments;
            const Index flat = degenerate_count(mesh, mesh.positions(lattice.positions(t)));
            worst = std::max(worst, static_cast<double>(flat) / mesh.tet_count());
        }
        EXPECT_LE(worst, 0.005) << who.name << " of " << mesh.tet_count();
    }
}

}  // namespace
}  // namespace lamella
