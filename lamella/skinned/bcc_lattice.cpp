#include <lamella/core/parallel.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/skinned/bcc_lattice.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace lamella {
namespace {

// All nodes that the cubes have: corners, then centres, both by rows.
class LatticeNodes {
public:
    explicit LatticeNodes(const BccBox& box) : box_(box), corners_(box.cubes.array() + 1) {}

    Index count() const { return corners_.prod() + box_.cubes.prod(); }
    Index corner(const Vec3i& at) const { return at.x() + corners_.x() * (at.y() + corners_.y() * at.z()); }
    Index centre(const Vec3i& at) const {
        return corners_.prod() + at.x() + box_.cubes.x() * (at.y() + box_.cubes.y() * at.z());
    }
    Vec3 position(Index node) const {
        const bool is_centre = node >= corners_.prod();
        const Vec3i& wide = is_centre ? box_.cubes : corners_;
        const Index k = is_centre ? node - corners_.prod() : node;
        const Vec3i at(k % wide.x(), k / wide.x() % wide.y(), k / wide.x() / wide.y());
        return (box_.origin + box_.cell * (at.cast<double>().array() + (is_centre ? 0.5 : 0.0)).matrix()).cast<Real>();
    }

private:
    BccBox box_;
    Vec3i corners_;
};

// The bits of three numbers in turns: cells that are near one another have near numbers.
std::uint64_t along_curve(const Vec3i& at) {
    std::uint64_t code = 0;
    for (int bit = 0; bit < 21; ++bit)
        for (int a = 0; a < 3; ++a)
            code |= static_cast<std::uint64_t>((at[a] >> bit) & 1) << static_cast<unsigned>(3 * bit + a);
    return code;
}

std::vector<Vec3i> cubes_along_curve(const Vec3i& count) {
    std::vector<std::pair<std::uint64_t, Vec3i>> cubes;
    for (Index z = 0; z < count.z(); ++z)
        for (Index y = 0; y < count.y(); ++y)
            for (Index x = 0; x < count.x(); ++x) cubes.emplace_back(along_curve({x, y, z}), Vec3i(x, y, z));
    std::sort(cubes.begin(), cubes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Vec3i> order;
    for (const auto& [code, cube] : cubes) order.push_back(cube);
    return order;
}

// The cells between a cube and its three neighbours on the sides of larger coordinates.
template <class Visit>
void visit_cells(const LatticeNodes& nodes, const Vec3i& count, const Vec3i& cube, Visit&& visit) {
    constexpr std::array<std::array<int, 2>, 4> kRing{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    for (int a = 0; a < 3; ++a) {
        const Vec3i next = cube + Vec3i::Unit(a);
        if (next[a] >= count[a]) continue;
        std::array<Index, 4> ring{};
        for (std::size_t k = 0; k < 4; ++k) {
            Vec3i at = next;
            at[(a + 1) % 3] += kRing[k][0];
            at[(a + 2) % 3] += kRing[k][1];
            ring[k] = nodes.corner(at);
        }
        for (std::size_t k = 0; k < 4; ++k)
            visit(Vec4i(nodes.centre(cube), nodes.centre(next), ring[k], ring[(k + 1) % 4]));
    }
}

template <class Of>
bool any_near(const Vec4i& tet, Real thickness, Of&& distance_of) {
    return std::any_of(tet.begin(), tet.end(), [&](Index node) { return distance_of(node) < thickness; });
}

}  // namespace

BccBox BccBox::around(const Box3& inside, double cell) {
    const Vec3d shares(1.0 - 1.0 / std::numbers::sqrt2, 2.0 - std::numbers::sqrt3, 2.0 - std::numbers::phi);
    BccBox box;
    box.cell = cell;
    box.origin = inside.min.cast<double>() - cell * (Vec3d::Ones() + shares);
    box.cubes = ((inside.max.cast<double>() - box.origin) / cell).array().ceil().cast<Index>() + 1;
    return box;
}

std::vector<Index> number_as_used(std::vector<Vec4i>& tets, Index nodes) {
    std::vector<Index> number(static_cast<std::size_t>(nodes), -1), old;
    for (Vec4i& tet : tets)
        for (Index& node : tet) {
            if (number[node] < 0) {
                number[node] = static_cast<Index>(old.size());
                old.push_back(node);
            }
            node = number[node];
        }
    return old;
}

LatticeTets bcc_lattice(const BccBox& box, Real thickness, Distances distances) {
    const LatticeNodes nodes(box);
    std::vector<Vec3> points(static_cast<std::size_t>(nodes.count()));
    for (Index k = 0; k < nodes.count(); ++k) points[k] = nodes.position(k);
    const std::vector<Real> distance = distances(points);
    LatticeTets lattice;
    TetMesh& mesh = lattice.mesh;
    for (const Vec3i& cube : cubes_along_curve(box.cubes))
        visit_cells(nodes, box.cubes, cube, [&](const Vec4i& tet) {
            if (any_near(tet, thickness, [&](Index node) { return distance[node]; })) mesh.tets.push_back(tet);
        });
    for (const Index k : number_as_used(mesh.tets, nodes.count())) {
        mesh.positions.push_back(points[k]);
        lattice.distances.push_back(distance[k]);
    }
    mesh.nodes.resize(mesh.node_count());
    mesh.cells.resize(mesh.tet_count());
    return lattice;
}

RefinedTets refined(const TetMesh& mesh, Real thickness, Distances distances) {
    const TetEdges edges = tet_edges(mesh);
    std::vector<Midpoint> all;
    for (Index n = 0; n < mesh.node_count(); ++n) all.push_back({n, n});
    all.insert(all.end(), edges.ends.begin(), edges.ends.end());
    const std::vector<Real> distance = distances(midpoint_positions(all, mesh.positions));
    RefinedTets fine;
    for (Index c = 0; c < mesh.tet_count(); ++c) {
        std::array<Index, 10> local{};
        std::copy(mesh.tets[c].begin(), mesh.tets[c].end(), local.begin());
        for (std::size_t e = 0; e < 6; ++e) local[4 + e] = mesh.node_count() + edges.of_cell[c][e];
        for (const auto& child : kRedChildren) {
            const Vec4i tet(local[child[0]], local[child[1]], local[child[2]], local[child[3]]);
            if (!any_near(tet, thickness, [&](Index node) { return distance[node]; })) continue;
            fine.tets.push_back(tet);
            fine.parents.push_back(c);
        }
    }
    for (const Index k : number_as_used(fine.tets, static_cast<Index>(all.size()))) {
        fine.nodes.push_back(all[k]);
        fine.distances.push_back(distance[k]);
    }
    return fine;
}

std::vector<Vec3> midpoint_positions(std::span<const Midpoint> nodes, std::span<const Vec3> coarse) {
    std::vector<Vec3> positions(nodes.size());
    parallel_for("midpoints", static_cast<Index>(nodes.size()),
                 [&](Index i) { positions[i] = 0.5f * (coarse[nodes[i][0]] + coarse[nodes[i][1]]); });
    return positions;
}

}  // namespace lamella
