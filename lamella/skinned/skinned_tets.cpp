#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/geometry/tets/tet_measure.hpp>
#include <lamella/skinned/skinned_tets.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

// Before anything is made: all cubes of the box count, which is at most some times what is kept.
void require_size(const Box3& box, double cell, double most, const std::string& name) {
    const double cells = 12.0 * (box.size().cast<double>() / cell).prod();
    if (cells > most)
        throw InputError(fmt::format(
            "{}: about {:.2g} cells of {:.3g} m around it are too many (at most {:.2g}); cells of {:.3g} m would fit",
            name, cells, cell, most, cell * std::cbrt(cells / most) * 1.01));
}

void require_count(double cells, double cell, const std::string& name) {
    if (cells > SkinnedTets::kMostCells)
        throw InputError(fmt::format(
            "{}: {:.2g} cells of {:.3g} m around it are too many (at most {:.2g}); cells of {:.3g} m would fit", name,
            cells, cell, SkinnedTets::kMostCells, cell * std::cbrt(cells / SkinnedTets::kMostCells) * 1.02));
}

std::vector<Index> first_of(std::span<const Index> parents, Index count) {
    std::vector<Index> first(static_cast<std::size_t>(count) + 1, 0);
    for (const Index parent : parents) ++first[parent + 1];
    for (Index k = 0; k < count; ++k) first[k + 1] += first[k];
    return first;
}

// Parts whose middle lies outside, by the distance as it is linear in the cell.
std::uint8_t open_parts_of(const Vec4& d) {
    const std::array<Real, 10> at{d[0],
                                  d[1],
                                  d[2],
                                  d[3],
                                  0.5f * (d[0] + d[1]),
                                  0.5f * (d[0] + d[2]),
                                  0.5f * (d[0] + d[3]),
                                  0.5f * (d[1] + d[2]),
                                  0.5f * (d[1] + d[3]),
                                  0.5f * (d[2] + d[3])};
    unsigned open = 0;
    for (std::size_t s = 0; s < kRedChildren.size(); ++s) {
        const auto& child = kRedChildren[s];
        if (at[child[0]] + at[child[1]] + at[child[2]] + at[child[3]] > 0.0f) open |= 1U << s;
    }
    return static_cast<std::uint8_t>(open);
}

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
    return values.capacity() * sizeof(T);
}

}  // namespace

bool SkinnedTets::cut(Index tet) const {
    const Vec4i& t = tets[tet];
    return !solid(tet) && std::any_of(t.begin(), t.end(), [&](Index n) { return node_distances[n] < 0.0f; });
}

Real SkinnedTets::distance(Index tet) const {
    const Vec4i& t = tets[tet];
    return 0.25f * (node_distances[t[0]] + node_distances[t[1]] + node_distances[t[2]] + node_distances[t[3]]);
}

std::vector<Vec3> SkinnedTets::positions(std::span<const Vec3> lattice_positions) const {
    std::vector<Vec3> now(lattice_positions.begin(), lattice_positions.end());
    for (const std::vector<Midpoint>& nodes : refinements) now = midpoint_positions(nodes, now);
    return now;
}

std::vector<Real> SkinnedTets::node_values(std::span<const Real> lattice_values) const {
    std::vector<Real> now(lattice_values.begin(), lattice_values.end());
    for (const std::vector<Midpoint>& nodes : refinements) {
        std::vector<Real> finer;
        for (const Midpoint& node : nodes) finer.push_back(0.5f * (now[node[0]] + now[node[1]]));
        now = std::move(finer);
    }
    return now;
}

std::size_t SkinnedTets::memory_bytes() const {
    std::size_t bytes = bytes_of(lattice.positions) + bytes_of(lattice.tets) + bytes_of(lattice_distances) +
                        bytes_of(tets) + bytes_of(neighbours) + bytes_of(first_of_lattice) + bytes_of(node_distances) +
                        bytes_of(open_parts) + bytes_of(pores);
    for (const auto& nodes : refinements) bytes += bytes_of(nodes);
    return bytes;
}

namespace {

SkinnedTets assembled(const Box3& around, const SkinnedTetsOptions& options, Distances distances,
                      const std::string& name) {
    const auto thickness = static_cast<Real>(options.thickness);
    require_size(around, options.cell, 8.0 * SkinnedTets::kMostCells, name);
    SkinnedTets mesh;
    mesh.cell = options.cell;
    LatticeTets lattice =
        bcc_lattice(BccBox::around(around, options.cell * std::exp2(options.refinements)), thickness, distances);
    require_count(std::exp2(3 * options.refinements) * lattice.mesh.tet_count(), options.cell, name);
    mesh.lattice = std::move(lattice.mesh);
    mesh.lattice_distances = std::move(lattice.distances);
    mesh.node_distances = mesh.lattice_distances;
    TetMesh finest = mesh.lattice;
    std::vector<Index> in_lattice(finest.tets.size());
    std::iota(in_lattice.begin(), in_lattice.end(), 0);
    for (int level = 0; level < options.refinements; ++level) {
        RefinedTets finer = refined(finest, thickness, distances);
        finest = {midpoint_positions(finer.nodes, finest.positions), std::move(finer.tets), {}, {}};
        finest.nodes.resize(finest.node_count());
        finest.cells.resize(finest.tet_count());
        for (Index& parent : finer.parents) parent = in_lattice[parent];
        in_lattice = std::move(finer.parents);
        mesh.refinements.push_back(std::move(finer.nodes));
        mesh.node_distances = std::move(finer.distances);
    }
    mesh.first_of_lattice = first_of(in_lattice, mesh.lattice.tet_count());
    mesh.neighbours = tet_neighbours(finest);
    mesh.tets = std::move(finest.tets);
    for (const Vec4i& t : mesh.tets)
        mesh.open_parts.push_back(open_parts_of({mesh.node_distances[t[0]], mesh.node_distances[t[1]],
                                                 mesh.node_distances[t[2]], mesh.node_distances[t[3]]}));
    return mesh;
}

}  // namespace

SkinnedTets make_skinned_tets(const MeshDistance& skin, const SkinnedTetsOptions& options, const std::string& name) {
    if (!skin.closed())
        throw InputError(
            fmt::format("{}: its surface is open ({} edges with one triangle only); water needs a closed skin", name,
                        skin.report().boundary_edges));
    const Real band = static_cast<Real>(options.thickness + options.cell * std::exp2(options.refinements));
    return make_skinned_tets([&](const Vec3& p) { return skin.signed_distance(p, band); }, skin.bounds(), options,
                             name);
}

SkinnedTets make_skinned_tets(const std::function<Real(const Vec3&)>& distance, const Box3& bounds,
                              const SkinnedTetsOptions& options, const std::string& name) {
    const auto distances = [&](std::span<const Vec3> points) {
        std::vector<Real> found(points.size());
        parallel_for(
            "distances of nodes", static_cast<Index>(points.size()), [&](Index i) { found[i] = distance(points[i]); },
            64);
        return found;
    };
    return assembled(bounds.padded(static_cast<Real>(options.thickness)), options, distances, name);
}

SkinnedTets make_open_tets(const Box3& box, double cell, int refinements) {
    const auto from_centre = [&](std::span<const Vec3> points) {
        std::vector<Real> found;
        for (const Vec3& p : points) found.push_back((p - box.centre()).norm() + static_cast<Real>(cell));
        return found;
    };
    return assembled(box, {cell, refinements, std::numeric_limits<Real>::infinity()}, from_centre, "box");
}

Index degenerate_count(const SkinnedTets& mesh, std::span<const Vec3> positions, double share) {
    return parallel_sum<>(
        "degenerate cells", mesh.tet_count(),
        [&](Index c) -> Index {
            const Vec4i& t = mesh.tets[c];
            return tet_volume(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]) <=
                           share * mesh.rest_volume()
                       ? 1
                       : 0;
        },
        Index{0});
}

}  // namespace lamella
