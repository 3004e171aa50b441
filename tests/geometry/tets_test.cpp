#include "test_tets.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/tets/tet_border.hpp>
#include <lamella/geometry/tets/tet_check.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/geometry/tets/tet_measure.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

namespace lamella {
namespace {

std::set<Index> nodes_of(const Vec3i& face) { return {face[0], face[1], face[2]}; }

// By comparing every face with every other.
std::vector<Vec4i> neighbours_by_brute_force(const TetMesh& mesh) {
    std::vector<Vec4i> result(mesh.tets.size(), Vec4i::Constant(-1));
    for (Index a = 0; a < mesh.tet_count(); ++a)
        for (int k = 0; k < 4; ++k)
            for (Index b = 0; b < mesh.tet_count(); ++b)
                for (int m = 0; m < 4; ++m)
                    if (a != b && nodes_of(face_of(mesh.tets[a], k)) == nodes_of(face_of(mesh.tets[b], m)))
                        result[a][k] = b;
    return result;
}

TetMesh two_cubes() { return test::kuhn_block({2, 1, 1}, 0.2f); }

TEST(Tets, NeighboursAreThoseOfBruteForce) {
    for (const Real share : {0.0f, 0.3f, 0.7f}) {
        const TetMesh mesh = test::with_holes(test::kuhn_block({2, 2, 2}), share, 3);
        EXPECT_EQ(tet_neighbours(mesh), neighbours_by_brute_force(mesh)) << share;
    }
}

TEST(Tets, NeighboursSeeOneAnother) {
    const TetMesh mesh = test::with_holes(test::kuhn_block({6, 5, 4}), 0.2f, 8);
    const auto neighbours = tet_neighbours(mesh);
    for (Index c = 0; c < mesh.tet_count(); ++c)
        for (const Index other : neighbours[c])
            if (other >= 0) {
                EXPECT_EQ((neighbours[other].array() == c).count(), 1);
            }
}

TEST(Tets, AFaceOfThreeCellsHasNoNeighbours) {
    TetMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {0, 0, 2}};
    mesh.tets = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}};
    for (const Vec4i& cell : tet_neighbours(mesh)) EXPECT_EQ(cell, Vec4i::Constant(-1));
    EXPECT_EQ(border_of(mesh).mesh.triangle_count(), 12);
}

TEST(Tets, EdgesAreThoseOfBruteForce) {
    const TetMesh mesh = test::with_holes(test::kuhn_block({3, 2, 2}), 0.3f, 4);
    std::set<std::array<Index, 2>> expected;
    for (const Vec4i& t : mesh.tets)
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                if (t[a] < t[b]) expected.insert({t[a], t[b]});
    const TetEdges edges = tet_edges(mesh);
    EXPECT_EQ(edges.ends, (std::vector<std::array<Index, 2>>(expected.begin(), expected.end())));
    for (Index c = 0; c < mesh.tet_count(); ++c)
        for (std::size_t e = 0; e < 6; ++e) {
            const auto [low, high] = std::minmax(mesh.tets[c][kTetEdges[e][0]], mesh.tets[c][kTetEdges[e][1]]);
            EXPECT_EQ(edges.ends[edges.of_cell[c][e]], (std::array<Index, 2>{low, high}));
        }
}

TEST(Tets, OppositeEdgesShareNoNode) {
    for (std::size_t e = 0; e < 6; ++e) {
        std::set<int> nodes(kTetEdges[e].begin(), kTetEdges[e].end());
        nodes.insert(kTetEdges[5 - e].begin(), kTetEdges[5 - e].end());
        EXPECT_EQ(nodes.size(), 4u);
    }
}

TEST(Tets, CellsOfANodeAreItsCorners) {
    const TetMesh mesh = two_cubes();
    const NodeCells cells(mesh);
    std::size_t corners = 0;
    for (Index n = 0; n < mesh.node_count(); ++n) {
        for (const Index c : cells.of(n)) EXPECT_EQ(mesh.tets[c / 4][c % 4], n);
        EXPECT_TRUE(std::is_sorted(cells.of(n).begin(), cells.of(n).end()));
        corners += cells.of(n).size();
    }
    EXPECT_EQ(corners, 4 * mesh.tets.size());
}

TEST(TetBorder, OfABlockIsASphereWithItsVolume) {
    const TetMesh mesh = test::kuhn_block({4, 3, 5}, 0.2f);
    EXPECT_TRUE(turned_cells(mesh).empty());
    const TetBorder border = border_of(mesh);
    const MeshReport report = check_mesh(border.mesh);
    EXPECT_TRUE(report.closed() && report.manifold() && report.oriented());
    EXPECT_EQ(report.euler_characteristic, 2);
    EXPECT_EQ(report.triangles, 2 * 2 * (4 * 3 + 3 * 5 + 5 * 4));
    EXPECT_EQ(report.unreferenced_vertices, 0);
    EXPECT_NEAR(enclosed_volume(border.mesh), total_volume(mesh), 1e-5);
}

// The border of what is left has edges of four triangles, yet runs through each as often one way as the other.
TEST(TetBorder, OfAnyCellsIsOrientedAndEnclosesTheirVolume) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const TetMesh mesh = test::with_holes(test::kuhn_block({5, 5, 5}, 0.2f), 0.4f, seed);
        const TetBorder border = border_of(mesh);
        const MeshReport report = check_mesh(border.mesh);
        EXPECT_TRUE(report.closed() && report.oriented());
        EXPECT_GT(report.non_manifold_edges, 0);
        EXPECT_NEAR(enclosed_volume(border.mesh), total_volume(mesh), 1e-4);
        EXPECT_TRUE(std::is_sorted(border.cell_of_triangle.begin(), border.cell_of_triangle.end()));
    }
}

TEST(TetBorder, KnowsItsNodesCellsAndColumns) {
    TetMesh mesh = test::with_holes(test::kuhn_block({4, 4, 4}, 0.1f), 0.3f, 2);
    mesh.nodes.resize(mesh.node_count());
    auto& heat = mesh.nodes.add<ScalarColumn>("T");
    for (Index n = 0; n < mesh.node_count(); ++n) heat[n] = static_cast<Real>(n);
    const TetBorder border = border_of(mesh);
    ASSERT_EQ(border.node_of_vertex.size(), border.mesh.positions.size());
    ASSERT_EQ(border.cell_of_triangle.size(), border.mesh.triangles.size());
    for (Index v = 0; v < border.mesh.vertex_count(); ++v) {
        EXPECT_EQ(border.mesh.positions[v], mesh.positions[border.node_of_vertex[v]]);
        EXPECT_EQ(border.mesh.attributes.get<ScalarColumn>("T")[v], static_cast<Real>(border.node_of_vertex[v]));
    }
    for (Index t = 0; t < border.mesh.triangle_count(); ++t)
        for (const Index v : border.mesh.triangles[t])
            EXPECT_TRUE((mesh.tets[border.cell_of_triangle[t]].array() == border.node_of_vertex[v]).any());
}

TEST(TetBorder, IsTheSameForAnyNumberOfThreads) {
    const TetMesh mesh = test::with_holes(test::kuhn_block({14, 14, 14}), 0.3f, 1);
    std::vector<std::vector<Vec3i>> found;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        found.push_back(border_of(mesh).mesh.triangles);
    }
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0], found[2]);
}

TEST(TetBorder, OfNothingIsEmpty) { EXPECT_TRUE(border_of({}).mesh.empty()); }

TEST(TetMeasure, NodesShareTheVolume) {
    const TetMesh mesh = two_cubes();
    const auto shares = node_volumes(mesh);
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), total_volume(mesh), 1e-12);
    EXPECT_NEAR(tet_volume({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1.0 / 6.0, 1e-12);
    EXPECT_NEAR(tet_volume({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}), -1.0 / 6.0, 1e-12);
}

TEST(TetMeasure, FindsTurnedCells) {
    TetMesh mesh = two_cubes();
    std::swap(mesh.tets[3][0], mesh.tets[3][1]);
    EXPECT_EQ(turned_cells(mesh), std::vector<Index>{3});
}

TEST(TetCheck, SaysWhatIsWrong) {
    const auto sentence_of = [](const TetMesh& mesh) -> std::string {
        try {
            require_valid(mesh);
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(sentence_of(two_cubes()), "");
    for (const Vec4i& bad : {Vec4i(0, 1, 2, 99), Vec4i(0, 1, 2, -1), Vec4i(0, 1, 2, 0)}) {
        TetMesh mesh = two_cubes();
        mesh.tets[1] = bad;
        EXPECT_NE(sentence_of(mesh).find("tetrahedron 1"), std::string::npos);
        EXPECT_THROW(border_of(mesh), InputError);
    }
    TetMesh mesh = two_cubes();
    mesh.positions[2].x() = NAN;
    EXPECT_NE(sentence_of(mesh).find("node 2"), std::string::npos);
    mesh = two_cubes();
    mesh.cells.resize(2);
    mesh.cells.add<ScalarColumn>("heat");
    EXPECT_NE(sentence_of(mesh).find("2 rows"), std::string::npos);
}

}  // namespace
}  // namespace lamella
