// How cracks part the pairs of particles of a solid (Keiser 2006, 5.33, after Organ et al. 1996). A pair whose line
// crosses a sheet at a distance d_s behind the sheet's front acts as if it were farther apart,
//
//     r_eff = r + h (2 d_s / (k h))^2,   w = V (1 - r_eff / h)^3,   k = 1,
//
// so that weights fall smoothly to nothing where the front is half a support away. With e = (2 d_s / h)^2, the pair's
// extension, the kernel's base 1 - r / h only loses e.
//
// Departures: the printed extension is a pure number times a length squared (metres inside a pure number; it never
// cuts); a pair has one extension, that only grows, whatever crosses it; and a weight below a thousandth of the first
// is none, since sums over such pairs are nearly singular.
#pragma once

#include <lamella/particles/rest_cells.hpp>
#include <lamella/solid/fracture/crack_sheets.hpp>

namespace lamella {

// Every pair of particles once: i with the others above it, j > i, ascending.
struct PairRows {
    std::vector<Index> begins{0};
    std::vector<Index> others;

    Index particle_count() const { return static_cast<Index>(begins.size()) - 1; }
    Index pair_count() const { return static_cast<Index>(others.size()); }
    Index pair(Index i, Index j) const;  // -1: there is none
};

class PairTransparency {
public:
    static constexpr Real kParted = std::numeric_limits<Real>::infinity();  // the extension of pairs that are no more

    PairTransparency() = default;
    PairTransparency(const Vec3Column& places, PairRows pairs, Real support);

    // Finds the pairs that the sheets' new triangles cross, and lets the extensions grow as the fronts go away.
    void update(const CrackSheets& sheets);

    const PairRows& pairs() const { return pairs_; }
    Real extension(Index pair) const { return extensions_[pair]; }
    const RestCells& cells() const { return cells_; }
    Index waiting() const { return static_cast<Index>(crossings_.size()); }  // crossings whose fronts are near
    bool parted(Index pair) const { return extensions_[pair] == kParted; }

    // Calls f(i, j, extension) for the pairs that have changed since the last time, in order. Those that a state has
    // brought back have, too.
    void take_changes(FunctionRef<void(Index, Index, Real)> f);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("extensions", extensions_);
        visit("searched", searched_);
        std::vector<Index> pairs, owners, sheets;
        std::vector<Vec3d> points;
        for (const Crossing& c : crossings_) {
            pairs.push_back(c.pair);
            owners.push_back(c.owner);
            sheets.push_back(c.sheet);
            points.push_back(c.point);
        }
        visit("crossing_pairs", pairs);
        visit("crossing_owners", owners);
        visit("crossing_sheets", sheets);
        visit("crossing_points", points);
        crossings_.clear();
        for (std::size_t k = 0; k < pairs.size(); ++k)
            crossings_.push_back({pairs[k], owners[k], sheets[k], points[k]});
        everything_may_differ_ = true;
    }

private:
    struct Crossing {
        Index pair;
        Index owner;  // i of the pair
        Index sheet;
        Vec3d point;
    };
    void find_crossings(const SheetTriangle& triangle, Index sheet);
    Real grown(const Crossing& crossing, const CrackSheets& sheets) const;

    std::vector<Vec3> places_;
    PairRows pairs_;
    Real support_ = 0.0f;
    RestCells cells_;
    std::vector<Real> extensions_;
    std::vector<Real> told_;  // what take_changes has told last
    bool everything_may_differ_ = false;
    Index searched_ = 0;  // triangles
    std::vector<Crossing> crossings_;
    std::vector<std::pair<Index, Index>> changed_;  // pair and its owner
};

}  // namespace lamella
