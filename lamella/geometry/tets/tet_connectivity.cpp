#include <lamella/core/parallel.hpp>
#include <lamella/geometry/tets/tet_check.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

// Faces and edges are met at their lowest node, which few cells share: sorting a handful there takes the place of
// sorting all.
struct FaceAtNode {
    std::array<Index, 2> others;  // ascending
    Index face;                   // 4 cell + k
};

std::vector<FaceAtNode> faces_with_lowest_node(const TetMesh& mesh, const NodeCells& cells, Index node) {
    std::vector<FaceAtNode> faces;
    for (const Index corner : cells.of(node))
        for (int k = 0; k < 4; ++k) {
            if (k == corner % 4) continue;
            Vec3i f = face_of(mesh.tets[corner / 4], k);
            std::sort(f.data(), f.data() + 3);
            if (f[0] == node) faces.push_back({{f[1], f[2]}, corner - corner % 4 + k});
        }
    std::sort(faces.begin(), faces.end(),
              [](const auto& a, const auto& b) { return std::pair(a.others, a.face) < std::pair(b.others, b.face); });
    return faces;
}

std::vector<Index> higher_ends(const TetMesh& mesh, const NodeCells& cells, Index node) {
    std::vector<Index> ends;
    for (const Index corner : cells.of(node))
        for (const Index other : mesh.tets[corner / 4])
            if (other > node) ends.push_back(other);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

}  // namespace

NodeCells::NodeCells(const TetMesh& mesh) : starts_(mesh.positions.size() + 1, 0), corners_(4 * mesh.tets.size()) {
    require_valid(mesh);
    for (const Vec4i& t : mesh.tets)
        for (int k = 0; k < 4; ++k) ++starts_[t[k] + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<Index> next(starts_.begin(), starts_.end() - 1);
    for (Index c = 0; c < mesh.tet_count(); ++c)
        for (int k = 0; k < 4; ++k) corners_[next[mesh.tets[c][k]]++] = 4 * c + k;
}

// A face is written by its lowest node alone.
std::vector<Vec4i> tet_neighbours(const TetMesh& mesh) {
    const NodeCells cells(mesh);
    std::vector<Vec4i> neighbours(mesh.tets.size(), Vec4i::Constant(-1));
    parallel_for("tet neighbours", mesh.node_count(), [&](Index node) {
        const auto faces = faces_with_lowest_node(mesh, cells, node);
        for (std::size_t begin = 0, end = 0; begin < faces.size(); begin = end) {
            while (end < faces.size() && faces[end].others == faces[begin].others) ++end;
            if (end - begin != 2) continue;
            const Index a = faces[begin].face;
            const Index b = faces[begin + 1].face;
            neighbours[a / 4][a % 4] = b / 4;
            neighbours[b / 4][b % 4] = a / 4;
        }
    });
    return neighbours;
}

TetEdges tet_edges(const TetMesh& mesh) {
    const NodeCells cells(mesh);
    std::vector<std::vector<Index>> higher(mesh.positions.size());
    parallel_for("tet edges", mesh.node_count(), [&](Index node) { higher[node] = higher_ends(mesh, cells, node); });
    std::vector<Index> first(higher.size() + 1, 0);
    for (std::size_t n = 0; n < higher.size(); ++n) first[n + 1] = first[n] + static_cast<Index>(higher[n].size());
    TetEdges edges;
    edges.ends.reserve(first.back());
    for (Index n = 0; n < mesh.node_count(); ++n)
        for (const Index other : higher[n]) edges.ends.push_back({n, other});
    edges.of_cell.resize(mesh.tets.size());
    parallel_for("edges of cells", mesh.tet_count(), [&](Index c) {
        for (std::size_t e = 0; e < 6; ++e) {
            const auto [low, high] = std::minmax(mesh.tets[c][kTetEdges[e][0]], mesh.tets[c][kTetEdges[e][1]]);
            const auto& ends = higher[low];
            edges.of_cell[c][e] =
                first[low] + static_cast<Index>(std::lower_bound(ends.begin(), ends.end(), high) - ends.begin());
        }
    });
    return edges;
}

}  // namespace lamella
