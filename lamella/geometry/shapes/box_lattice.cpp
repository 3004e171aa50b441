#include <lamella/core/error.hpp>
#include <lamella/geometry/shapes/box_lattice.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <unordered_map>

namespace lamella {
namespace {

constexpr double kMostFaces = 0x1p27;
constexpr double kMostCells = 0x1p21;  // along a side: the bits of a key

// Numbers the nodes in the order in which the quads first ask for them.
class LatticeMesher {
public:
    LatticeMesher(const Vec3i& cells, FunctionRef<Vec3d(const Vec3d&)> place) : cells_(cells), place_(place) {}

    void add_face(int axis, bool high) {
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        Vec3i node;
        node[axis] = high ? cells_[axis] : 0;
        for (node[v] = 0; node[v] < cells_[v]; ++node[v]) {
            for (node[u] = 0; node[u] < cells_[u]; ++node[u]) add_quad(node, high ? u : v, high ? v : u);
        }
    }
    TriangleMesh take() {
        mesh_.attributes.resize(mesh_.vertex_count());
        return std::move(mesh_);
    }

private:
    void add_quad(const Vec3i& node, int u, int v) {
        const Vec3i du = Vec3i::Unit(u);
        const Vec3i dv = Vec3i::Unit(v);
        const std::array<Index, 4> q = {vertex(node), vertex(node + du), vertex(node + du + dv), vertex(node + dv)};
        const bool cut_02 = length(q[0], q[2]) <= length(q[1], q[3]);
        const int a = cut_02 ? 0 : 1;
        mesh_.triangles.emplace_back(q[a], q[a + 1], q[a + 2]);
        mesh_.triangles.emplace_back(q[a], q[a + 2], q[(a + 3) % 4]);
    }
    Index vertex(const Vec3i& node) {
        const std::uint64_t key = (static_cast<std::uint64_t>(node.x()) << 42) |
                                  (static_cast<std::uint64_t>(node.y()) << 21) | static_cast<std::uint64_t>(node.z());
        const auto [at, inserted] = numbers_.try_emplace(key, mesh_.vertex_count());
        if (inserted) {
            mesh_.positions.push_back(place_(node.cast<double>().cwiseQuotient(cells_.cast<double>())).cast<Real>());
        }
        return at->second;
    }
    Real length(Index a, Index b) const { return (mesh_.positions[a] - mesh_.positions[b]).norm(); }

    Vec3i cells_;
    FunctionRef<Vec3d(const Vec3d&)> place_;
    std::unordered_map<std::uint64_t, Index> numbers_;
    TriangleMesh mesh_;
};

}  // namespace

Vec3i lattice_cells(const Vec3d& size, Real edge) {
    const Vec3d cells = (size.array() / static_cast<double>(edge) - 1e-4).ceil().max(1.0);
    const double faces = 2.0 * (cells.x() * cells.y() + cells.y() * cells.z() + cells.z() * cells.x());
    if (!(edge > 0.0f) || !(faces <= kMostFaces && cells.maxCoeff() < kMostCells)) {
        throw InputError(
            fmt::format("a shape of {} x {} x {} m cannot be divided into edges of {} m: at most 2^21 along a side and "
                        "2^27 in all are allowed",
                        size.x(), size.y(), size.z(), edge));
    }
    return cells.cast<Index>();
}

TriangleMesh box_lattice_mesh(const Vec3i& cells, FunctionRef<Vec3d(const Vec3d&)> place) {
    LatticeMesher mesher(cells, place);
    for (int axis = 0; axis < 3; ++axis) {
        mesher.add_face(axis, false);
        mesher.add_face(axis, true);
    }
    return mesher.take();
}

}  // namespace lamella
