#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/particles/rest_pairs.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace lamella {
namespace {

// The particles in cells as wide as the largest support, with their numbers and supports.
class Search {
public:
    Search(const Vec3Column& rest, const ScalarColumn& supports, const PeriodicBox& box)
        : grid_(largest(supports), box) {
        points_.resize(rest.size());
        points_.add<Vec3Column>("P") = rest;
        points_.add<ScalarColumn>("support") = supports;
        auto& number = points_.add<IndexColumn>("id");
        std::iota(number.span().begin(), number.span().end(), 0);
        grid_.build(points_);
        neighbours_.find(grid_, points_.positions());
        numbers_ = points_.get<IndexColumn>("id").span();
    }

    // Calls f(i, range) for every particle i and what is near it, itself included.
    template <class F>
    void for_each(const char* label, F&& f) const {
        const auto& supports = points_.get<ScalarColumn>("support");
        parallel_for(label, points_.size(), [&](Index k) { f(numbers_[k], neighbours_.of(k, supports[k])); });
    }
    Index number(Index k) const { return numbers_[k]; }

private:
    static Real largest(const ScalarColumn& supports) {
        Real most = 0.0f;
        for (const Real h : supports.span()) {
            if (!(h > 0.0f && h < std::numeric_limits<Real>::infinity()))
                throw RunError("the support of a particle of a solid is not a positive length");
            most = std::max(most, h);
        }
        return most;
    }

    ParticleSet points_;
    NeighbourGrid grid_;
    Neighbours neighbours_;
    std::span<const Index> numbers_;
};

std::vector<Index> begins_of(const std::vector<Index>& counts) {
    std::vector<Index> begins(counts.size() + 1, 0);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        if (total > std::numeric_limits<Index>::max()) throw RunError("a solid has more than 2^31 pairs of particles");
        begins[i + 1] = static_cast<Index>(total);
    }
    return begins;
}

}  // namespace

RestPairs::RestPairs(const Vec3Column& rest, const ScalarColumn& supports, const PeriodicBox& box) {
    if (rest.size() != supports.size()) throw RunError("the particles of a solid need a support each");
    if (rest.size() == 0) return;
    const Search search(rest, supports, box);
    std::vector<Index> counts(static_cast<std::size_t>(rest.size()));
    search.for_each("count rest pairs", [&](Index i, const auto& range) { counts[i] = count(range) - 1; });
    begin_ = begins_of(counts);
    other_.resize(begin_.back());
    owner_.resize(begin_.back());
    search.for_each("rest pairs", [&](Index i, const auto& range) {
        Index at = begin_[i];
        range.for_each_pack([&](const NeighbourPack& pack) {
            for (int lane = 0; lane < kPackWidth; ++lane)
                if (pack.inside[lane])
                    if (const Index j = search.number(pack.first + lane); j != i) other_[at++] = j;
        });
        std::sort(other_.begin() + begin_[i], other_.begin() + at);
        std::fill(owner_.begin() + begin_[i], owner_.begin() + at, i);
    });
    find_reverse();
}

void RestPairs::find_reverse() {
    std::vector<Index> counts(begin_.size() - 1, 0);
    for (const Index j : other_) ++counts[j];
    reverse_begin_ = begins_of(counts);
    reverse_.resize(other_.size());
    std::vector<Index> next(reverse_begin_.begin(), reverse_begin_.end() - 1);
    for (Index s = 0; s < slot_count(); ++s) reverse_[next[other_[s]]++] = s;
}

Index RestPairs::slot(Index i, Index j) const {
    const auto found = others(i);
    const auto at = std::lower_bound(found.begin(), found.end(), j);
    return at != found.end() && *at == j ? begin_[i] + static_cast<Index>(at - found.begin()) : -1;
}

std::vector<Index> RestPairs::keep(std::span<const char> marked) {
    std::vector<Index> kept;
    std::vector<Index> counts(begin_.size() - 1, 0);
    for (Index s = 0; s < slot_count(); ++s) {
        if (!marked[s]) continue;
        const auto at = kept.size();
        other_[at] = other_[s];
        owner_[at] = owner_[s];
        ++counts[owner_[s]];
        kept.push_back(s);
    }
    other_.resize(kept.size());
    owner_.resize(kept.size());
    begin_ = begins_of(counts);
    find_reverse();
    return kept;
}

}  // namespace lamella
