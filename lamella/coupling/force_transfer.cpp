#include <lamella/core/parallel.hpp>
#include <lamella/coupling/force_transfer.hpp>
#include <lamella/particles/neighbours.hpp>

namespace lamella {
namespace {

constexpr Real kSupport = 2.0f;  // spacings

// Points in cell order; `id` is the number of each.
struct SortedPoints {
    template <class At>
    SortedPoints(Index count, Real radius, At&& at) : grid(radius) {
        points.resize(count);
        auto& x = points.add<Vec3Column>("P");
        auto& number = points.add<IndexColumn>("id");
        parallel_for("points", count, [&](Index i) {
            x.set(i, at(i));
            number[i] = i;
        });
        grid.build(points);
    }
    Index number(Index row) const { return points.get<IndexColumn>("id")[row]; }

    ParticleSet points;
    NeighbourGrid grid;
};

Index nearest_to(const Vec3& x, const Vec3Column& particles) {
    Index nearest = 0;
    for (Index i = 1; i < particles.size(); ++i)
        if ((particles[i] - x).squaredNorm() < (particles[nearest] - x).squaredNorm()) nearest = i;
    return nearest;
}

}  // namespace

Vec3Column forces_on_particles(const Vec3Column& particles, std::span<const Vec3> vertices,
                               std::span<const Vec3d> forces, Real spacing) {
    Vec3Column result;
    result.resize(particles.size());
    if (particles.size() == 0 || vertices.empty()) return result;
    const Real h = kSupport * spacing, per_square = 1.0f / (h * h);
    const auto W = [=](const auto& j) {
        const Pack t = larger(1.0f - per_square * j.distance_squared, Pack(0.0f));
        return t * t * t;
    };
    const SortedPoints sources(static_cast<Index>(vertices.size()), h, [&](Index v) { return vertices[v]; });
    const SortedPoints targets(particles.size(), h, [&](Index i) { return particles[i]; });
    const auto &source_x = sources.points.positions(), &target_x = targets.points.positions();
    Neighbours near;
    near.find(sources.grid, source_x, targets.grid, target_x);
    Vec3Column shares;  // F_j / sum_i W_ij
    shares.resize(source_x.size());
    parallel_for("shares of forces", source_x.size(), [&](Index k) {
        const Real sum = sum_over(near.of(k), W);
        if (sum > 0.0f) shares.set(k, (forces[sources.number(k)] / double{sum}).cast<Real>());
    });
    near.find(targets.grid, target_x, sources.grid, source_x);
    parallel_for("forces on particles", target_x.size(), [&](Index k) {
        result.set(targets.number(k), sum_over(near.of(k), [&](auto j) { return W(j) * shares[j]; }));
    });
    for (Index k = 0; k < source_x.size(); ++k) {
        const Index v = sources.number(k);
        if (!shares[k].isZero(0.0f) || forces[v].isZero(0.0)) continue;
        const Index i = nearest_to(vertices[v], particles);
        result.set(i, result[i] + forces[v].cast<Real>());
    }
    return result;
}

}  // namespace lamella
