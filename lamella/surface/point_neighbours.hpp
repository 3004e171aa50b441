// The particles within the radius of the cloud of arbitrary points, for example of mesh vertices.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/surface/particle_cloud.hpp>

#include <span>

namespace lamella {

class PointNeighbours {
public:
    PointNeighbours(std::span<const Vec3> points, const ParticleCloud& cloud);
    PointNeighbours(const PointNeighbours&) = delete;
    PointNeighbours& operator=(const PointNeighbours&) = delete;

    // Calls f(i, the particles near points[i]) for every point, in parallel.
    template <class F>
    void for_each(const char* label, F&& f) const {
        const auto& number = points_.get<IndexColumn>("id");
        parallel_for(label, points_.size(), [&](Index i) { f(number[i], near_.of(i)); });
    }

private:
    ParticleSet points_;  // in cell order; `id` is the number of the point
    NeighbourGrid grid_;
    Neighbours near_;
};

}  // namespace lamella
