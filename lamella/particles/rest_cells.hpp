// The particles of a solid by their places at rest, for sums around any point of the solid.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

namespace lamella {

class RestCells {
public:
    RestCells() = default;
    RestCells(const Vec3Column& places, Real width);

    // Calls f(i, X_i - p) for the particles nearer than `radius` to p, in the order of cells.
    template <class F>
    void for_each_within(const Vec3d& p, double radius, F&& f) const {
        Box3 box;
        box.extend(p.cast<Real>());
        grid_.for_each_range_in_box(box.padded(static_cast<Real>(1.0001 * radius)), [&](ParticleRange range) {
            for (Index k = range.begin; k < range.end; ++k) {
                const Vec3d d = places_[k].cast<double>() - p;
                if (d.squaredNorm() < radius * radius) f(numbers_[k], d);
            }
        });
    }

    // Calls f(i, X_i) for all, in the order of cells.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t k = 0; k < places_.size(); ++k) f(numbers_[k], places_[k]);
    }

private:
    NeighbourGrid grid_{1.0f};
    std::vector<Vec3> places_;    // in the order of cells
    std::vector<Index> numbers_;  // of the particles, likewise
};

}  // namespace lamella
