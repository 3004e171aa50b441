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

std::vector<std::uint8_t> free_places(const std::vector<Vec3>& places, const Vec3Column& positions, Real distance,
                                      const PeriodicBox& box) {
    std::vector<std::uint8_t> is_free(places.size(), 1);
    if (places.empty() || positions.size() == 0) return is_free;
    ParticleSet wanted = particles_from_points(places);
    auto& order = wanted.add<IndexColumn>("order");
    for (Index i = 0; i < wanted.size(); ++i) order[i] = i;
    Box3 reach;
    for (const Vec3& p : places) reach.extend(p);
    reach = reach.padded(distance);
    std::vector<Vec3> near;
    for (Index i = 0; i < positions.size(); ++i)
        if (box.any() || reach.contains(positions[i])) near.push_back(positions[i]);
    ParticleSet taken = particles_from_points(near);
    NeighbourGrid wanted_grid(distance, box);
    NeighbourGrid taken_grid(distance, box);
    wanted_grid.build(wanted);
    taken_grid.build(taken);
    Neighbours neighbours;
    neighbours.find(wanted_grid, wanted.positions(), taken_grid, taken.positions());
    for (Index i = 0; i < wanted.size(); ++i)
        is_free[wanted.get<IndexColumn>("order")[i]] = count(neighbours.of(i)) == 0 ? 1 : 0;
    return is_free;
}

}  // namespace lamella
