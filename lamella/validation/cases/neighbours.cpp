// The neighbour search against a double loop over all particles, on point sets that are hard for cells.
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/neighbour_lists.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lamella {
namespace {

struct PointSet {
    std::string name;
    Real radius;
    std::vector<Vec3> points;
    PeriodicBox box;
};

// About 30 neighbours a point at radius 2, as in a liquid.
std::vector<Vec3> random_points(Index n, std::uint64_t seed) {
    const Real half_edge = 0.5f * std::cbrt(static_cast<Real>(n));
    std::vector<Vec3> points;
    for (Index i = 0; i < n; ++i) points.push_back(half_edge * random_in_cube(seed, 0, i));
    return points;
}

// The integer points of a cube around zero: every one lies on a border of cells, and neighbours lie at
// exactly the radius.
std::vector<Vec3> lattice_points(Index n) {
    const auto edge = static_cast<Index>(std::cbrt(static_cast<Real>(n)));
    const Index half = edge / 2;
    std::vector<Vec3> points;
    for (Index i = 0; i < edge * edge * edge; ++i)
        points.push_back(Vec3i(i % edge - half, i / edge % edge - half, i / (edge * edge) - half).cast<Real>());
    return points;
}

std::vector<Vec3> coincident_points(Index n) {
    std::vector<Vec3> points = random_points(n / 8, 2);
    for (Index i = 0; i < n - n / 8; ++i) points.push_back(points[i % 16 * (n / 128)]);
    return points;
}

// Clusters in the corners of the largest space that positions may span (2^18 spacings), and one at zero.
std::vector<Vec3> far_points(Index n) {
    std::vector<Vec3> points = random_points(n, 3);
    for (Index i = 0; i < n; ++i) {
        const int corner = i % 9;
        if (corner == 8) continue;
        points[i] = 0.1f * points[i] + 131000.0f * Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    }
    return points;
}

PointSet periodic_set(Index n) {
    PointSet set{"periodic on all axes", 2.0f, random_points(n, 4), {}};
    const Real edge = std::cbrt(static_cast<Real>(n));
    set.box.axes = {true, true, true};
    set.box.min = Vec3::Constant(-0.5f * edge);
    set.box.period = Vec3::Constant(edge);
    for (Vec3& p : set.points) p = set.box.wrapped(p);
    return set;
}

Index row_of(const NeighbourPack& j, int lane) { return j.first + lane; }
Index row_of(const ListedPack& j, int lane) { return j.rows->base() + j.rows->offsets()[lane]; }

std::vector<Index> rows_in(const auto& neighbourhood) {
    std::vector<Index> rows;
    neighbourhood.for_each_pack([&](const auto& j) {
        for (int lane = 0; lane < kPackWidth; ++lane)
            if (j.inside[lane]) rows.push_back(row_of(j, lane));
    });
    std::sort(rows.begin(), rows.end());
    return rows;
}

std::vector<Index> rows_of_double_loop(const Vec3Column& x, Index i, Real radius, const PeriodicBox& box) {
    std::vector<Index> rows;
    for (Index j = 0; j < x.size(); ++j) {
        const Vec3 d = box.nearest(x[i] - x[j]);
        if (d.x() * d.x() + d.y() * d.y() + d.z() * d.z() < radius * radius) rows.push_back(j);
    }
    return rows;
}

Index differing(const std::vector<Index>& a, const std::vector<Index>& b) {
    std::vector<Index> difference;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(difference));
    return static_cast<Index>(difference.size());
}

Measurement compare(const PointSet& set) {
    ParticleSet particles = particles_from_points(set.points);
    NeighbourGrid grid(set.radius, set.box);
    grid.build(particles);
    const Vec3Column& x = particles.positions();
    Neighbours ranges;
    ranges.find(grid, x);
    NeighbourLists lists;
    const QuadArray places = quads_of(x);
    lists.find(ranges, places, places, grid.box());
    const Vec3d counts = parallel_sum(
        "double loop", x.size(),
        [&](Index i) {
            const auto expected = rows_of_double_loop(x, i, set.radius, set.box);
            return Vec3d(differing(rows_in(ranges.of(i)), expected), differing(rows_in(lists.of(i)), expected),
                         static_cast<double>(expected.size()));
        },
        Vec3d(Vec3d::Zero()));
    return {fmt::format("{}: differing neighbours", set.name),
            "1",
            counts[0] + counts[1],
            0.0,
            absolute(0.0),
            fmt::format("double loop over {} particles, {:.0f} neighbours; cell ranges and lists are compared",
                        x.size(), counts[2])};
}

}  // namespace

void measure_neighbours(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Index n = options.full ? 30'000 : 4'000;
    const PointSet sets[] = {{"random points", 2.0f, random_points(n, 1), {}},
                             {"lattice on cell borders", 2.0f, lattice_points(n), {}},
                             {"coincident points", 1.0f, coincident_points(n / 2), {}},
                             {"clusters 2^18 spacings apart", 2.0f, far_points(n), {}},
                             periodic_set(n)};
    for (const PointSet& set : sets) {
        if (run.should_stop()) return;
        result.measurements.push_back(compare(set));
    }
}

}  // namespace lamella
