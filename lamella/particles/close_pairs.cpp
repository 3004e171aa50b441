#include <lamella/core/parallel.hpp>
#include <lamella/particles/close_pairs.hpp>
#include <lamella/particles/neighbours.hpp>

namespace lamella {

Index count_close(const Vec3Column& positions, Real distance, const PeriodicBox& box) {
    ParticleSet points;
    points.resize(positions.size());
    points.add<Vec3Column>("P") = positions;
    NeighbourGrid grid(distance, box);
    grid.build(points);
    Neighbours neighbours;
    neighbours.find(grid, points.positions());
    const auto close = [&](Index i) { return count(neighbours.of(i)) > 1 ? 1 : 0; };  // one is the particle itself
    return parallel_sum("close pairs", points.size(), close, Index{0});
}

}  // namespace lamella
