// The points by which a solid touches others. They lie on its surface, finer than its particles, and are carried by
// them with weights that follow every linear motion (linear_weights.hpp), found once, at rest. They come from the faces
// of the particles' cells that no other cell covers: each face gives four points, moved onto the surface along its
// normal n, for the area (spacing / 2)^2 max(0, n . e), e the normal of the face, so that the areas of a curved surface
// sum up to its own.
//
// Where cracks run or matter flows, particles touch as balls of half a spacing instead.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/solid/rest_shape.hpp>

#include <functional>
#include <span>

namespace lamella {

class TouchPoints {
public:
    TouchPoints() = default;
    // `distance` to the solid at rest, negative inside; without it the faces stay where they are.
    TouchPoints(const RestShape& shape, const std::function<Real(const Vec3&)>& distance);
    // Of these particles, ascending.
    static TouchPoints balls(const RestShape& shape, std::span<const Index> particles);

    bool of_balls() const { return of_balls_; }
    Index size() const { return static_cast<Index>(areas_.size()); }
    Real area(Index k) const { return areas_[k]; }
    Real lever(Index k) const { return levers_[k]; }   // of its weights (linear_weights.hpp)
    Real reach(Index k) const { return reaches_[k]; }  // the radius of a ball, 0 of a point
    Index name(Index k) const { return names_[k]; }    // stays as long as the solid is whole, or is not, ascending

    // The particles that have points, ascending, and which ones.
    Index owner_count() const { return static_cast<Index>(owners_.size()); }
    Index owner(Index o) const { return owners_[o]; }
    Index begin(Index o) const { return begins_[o]; }
    Index end(Index o) const { return begins_[o + 1]; }

    // Calls f(particle, weight) for those that carry a point.
    template <class F>
    void for_each_tie(Index k, F&& f) const {
        for (Index t = tie_begins_[k]; t < tie_begins_[k + 1]; ++t) f(ties_[t].particle, ties_[t].weight);
    }
    // The point's place or velocity, by those of the particles.
    template <class F>
    Vec3 interpolated(Index k, F&& of) const {
        const Vec3 first = of(ties_[tie_begins_[k]].particle);
        Vec3 sum = Vec3::Zero();
        for_each_tie(k, [&](Index j, Real weight) { sum += weight * (of(j) - first); });
        return first + sum;
    }
    std::size_t memory_bytes() const;

private:
    struct Tie {
        Index particle;
        Real weight;  // of a point they sum to one
    };
    void add_face(const RestShape& shape, const std::function<Real(const Vec3&)>& distance, Index i, const Vec3& face);
    void add_point(const RestShape& shape, Index i, const Vec3& at, Real area);
    void add_ball(Index i, Real area, Real radius);
    void end_owner(Index i);

    bool of_balls_ = false;
    std::vector<Index> owners_;
    std::vector<Index> begins_{0};
    std::vector<Real> areas_;
    std::vector<Real> levers_;
    std::vector<Real> reaches_;
    std::vector<Index> names_;
    std::vector<Index> tie_begins_{0};
    std::vector<Tie> ties_;
};

// The direction out of a solid at rest, from central differences of its distance.
template <class F>
Vec3 outward_at(F&& distance, const Vec3& x, Real step) {
    Vec3 slope;
    for (int a = 0; a < 3; ++a) {
        const Vec3 offset = step * Vec3::Unit(a);
        slope[a] = distance(x + offset) - distance(x - offset);
    }
    return slope.stableNormalized();
}

}  // namespace lamella
