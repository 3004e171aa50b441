// The skin of a solid as surfels (Keiser 2006, 5.5). They are carried by the solid's particles
// (particles/point_ties.hpp), the half-axes as
//
//     t_s = t_m + u(m + t_m) - u(m),
//
// and where one has been drawn out to more than `split` times its length at rest, two halves take its place; it stays,
// and comes back when it has shrunk.
//
// Departures: the printed half-axes lack t_m, so that an undeformed surfel has no size; positions are interpolated with
// their gradients by weights that sum to one; a surfel splits by the length of its longer half-axis, the root of the
// larger eigenvalue of the first fundamental form (5.29) in metres, where the printed ratio of both eigenvalues leaves
// what is drawn out to all sides as few large discs; halves come back at 0.8 of the length of the split, not at that at
// rest; together they cover all of the whole, so no hole opens; sharp edges of the rest shape cut surfels off, and so
// do cracks, where the printed CSG of sheets is evaluated by the renderer.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/particles/point_ties.hpp>
#include <lamella/surfels/surfel_sampling.hpp>

namespace lamella {

class SurfelsKeiser2006 {
public:
    static constexpr Real kComeBack = 0.8f;  // of the length at which a surfel split
    static constexpr Index kMostLevels = 4;  // of halves

    SurfelsKeiser2006() = default;
    explicit SurfelsKeiser2006(SampledSurfels sampled);

    Index size() const { return static_cast<Index>(rest_.size()); }  // with those that have split
    bool empty() const { return rest_.empty(); }
    const RestSurfel& rest(Index i) const { return rest_[i]; }
    bool face(Index i) const { return faces_[i] != 0; }  // of a crack
    bool sampled(Index i) const { return parents_[i] < 0 && !face(i); }
    const PointTies<3>& ties() const { return ties_; }
    std::size_t memory_bytes() const;

    // Ties those that are not yet; the first that is too far from the particles, or -1.
    Index tie(const TieSearch& search);

    // As cracks go on: other ties and cuts of what is there, and faces. Ascending numbers.
    void tie_again(std::span<const Index> surfels, const TieSearch& search);
    void clip(Index surfel, const SurfelClip& line);
    void add_faces(std::span<const RestSurfel> faces);
    // All of them are tied anew by the next move.
    void forget_ties() { ties_ = {}; }

    // Where the particles have moved: whatever is drawn out splits.
    void move(const CarriedField& field, const TieSearch& search);

    // As the last move left them: P, N, pscale (the longer half-axis), t1 and t2 (half-axes), rest, uv and Cd where the
    // mesh had them, and clip1 to clip3 where any is cut: what has x clip[0] + y clip[1] > clip[2] is cut off.
    const ParticleSet& shown() const { return shown_; }
    ParticleSet& shown() { return shown_; }
    // Whom the rows are.
    std::span<const Index> shown_surfels() const { return leaves_; }

    template <class Visitor>
    void state(Visitor& visit) {
        const Index kept = kept_;
        visit("kept", kept_);
        std::vector<RestSurfel> rest(rest_.begin() + kept, rest_.end());
        std::vector<Index> parents(parents_.begin() + sampled_, parents_.end());
        visit("rest", rest);
        visit("parents", parents);
        restore(rest, parents);
    }

private:
    struct Posed {
        Vec3 centre, first, second;
    };
    void restore(const std::vector<RestSurfel>& rest, const std::vector<Index>& parents);
    std::array<Vec3, 3> points(Index i) const;
    void add(const RestSurfel& surfel, Index parent, bool face);
    void pose(Index from, const CarriedField& field);
    void split(Index i);
    bool join();
    void find_leaves();
    void show();
    void show_at_rest();

    Index sampled_ = 0;             // those of the mesh come first
    Index kept_ = 0;                // as many of them are as they were sampled
    std::vector<RestSurfel> rest_;  // then halves, two by two, and faces of cracks
    std::vector<Index> parents_;    // or -1
    std::vector<Index> halves_;     // the first of two, or -1
    std::vector<Index> levels_;     // of halves
    std::vector<char> faces_;
    PointTies<3> ties_;       // of the first ones; move() ties the others
    ColumnTable attributes_;  // of those of the mesh
    std::vector<Posed> posed_;
    std::vector<Index> leaves_;
    bool changed_ = true;  // since they were last shown: whom to show
    ParticleSet shown_;
};

}  // namespace lamella
