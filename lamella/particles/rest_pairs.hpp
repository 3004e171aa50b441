// Pairs of particles that are found once, in the rest state, and stay: the neighbours of a solid (Keiser 2006, chapter
// 5). Each particle has a support of its own, so j may be in the row of i without i being in the row of j. Forces need
// both directions,
//
//     f_i = sum over j of g_ij - g_ji,
//
// so every particle also knows the places in other rows where it stands itself, and both sums gather:
//
//     for (Index s = pairs.begin(i); s < pairs.end(i); ++s) f += g[s];     // i and pairs.other(s)
//     for (Index s : pairs.reverse(i)) f -= g[s];                          // pairs.owner(s) and i
//
// What belongs to a pair (weight, difference at rest) is an array over the slots s.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/particles/periodic_box.hpp>

namespace lamella {

class RestPairs {
public:
    RestPairs() = default;

    // j stands in the row of i where |X_i - X_j| < supports[i] and j is not i. Rows ascend in j; where the particles
    // are in the order of cells (NeighbourGrid::build), nothing depends on the order in which they were given.
    RestPairs(const Vec3Column& rest, const ScalarColumn& supports, const PeriodicBox& box = {});

    Index particle_count() const { return static_cast<Index>(begin_.size()) - 1; }
    Index slot_count() const { return static_cast<Index>(other_.size()); }

    Index begin(Index i) const { return begin_[i]; }
    Index end(Index i) const { return begin_[i + 1]; }
    Index owner(Index slot) const { return owner_[slot]; }
    Index other(Index slot) const { return other_[slot]; }
    std::span<const Index> others(Index i) const { return row(begin_, other_, i); }

    // The slots whose other particle is i, ascending.
    std::span<const Index> reverse(Index i) const { return row(reverse_begin_, reverse_, i); }

    // Where j stands in the row of i, or -1.
    Index slot(Index i, Index j) const;

    // Leaves out the slots that are not marked. Gives the old slots of those that stay, in their order, by which arrays
    // over the slots follow.
    std::vector<Index> keep(std::span<const char> marked);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("begin", begin_);
        visit("other", other_);
        visit("owner", owner_);
        visit("reverse_begin", reverse_begin_);
        visit("reverse", reverse_);
    }

private:
    static std::span<const Index> row(const std::vector<Index>& begins, const std::vector<Index>& values, Index i) {
        return {values.data() + begins[i], static_cast<std::size_t>(begins[i + 1] - begins[i])};
    }
    void find_reverse();

    std::vector<Index> begin_{0};  // of the rows
    std::vector<Index> other_;
    std::vector<Index> owner_;
    std::vector<Index> reverse_begin_{0};
    std::vector<Index> reverse_;
};

}  // namespace lamella
