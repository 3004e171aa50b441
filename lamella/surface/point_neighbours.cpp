#include <lamella/surface/point_neighbours.hpp>

namespace lamella {

PointNeighbours::PointNeighbours(std::span<const Vec3> points, const ParticleCloud& cloud) : grid_(cloud.radius()) {
    points_.resize(static_cast<Index>(points.size()));
    auto& x = points_.add<Vec3Column>("P");
    auto& number = points_.add<IndexColumn>("id");
    parallel_for("points", points_.size(), [&](Index i) {
        x.set(i, points[static_cast<std::size_t>(i)]);
        number[i] = i;
    });
    grid_.build(points_);
    near_.find(grid_, points_.positions(), cloud.grid(), cloud.particles().positions());
}

}  // namespace lamella
