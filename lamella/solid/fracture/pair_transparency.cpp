#include <lamella/core/parallel.hpp>
#include <lamella/solid/fracture/pair_transparency.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kLeastBase = 0.1f;  // of the kernel's base: a thousandth of the weight

}  // namespace

Index PairRows::pair(Index i, Index j) const {
    const auto first = others.begin() + begins[i], last = others.begin() + begins[i + 1];
    const auto at = std::lower_bound(first, last, j);
    return at != last && *at == j ? static_cast<Index>(at - others.begin()) : -1;
}

PairTransparency::PairTransparency(const Vec3Column& places, PairRows pairs, Real support)
    : pairs_(std::move(pairs)), support_(support), cells_(places, support) {
    for (Index i = 0; i < places.size(); ++i) places_.push_back(places[i]);
    extensions_.assign(static_cast<std::size_t>(pairs_.pair_count()), 0.0f);
    told_ = extensions_;
}

void PairTransparency::find_crossings(const SheetTriangle& triangle, Index sheet) {
    const double reach = triangle.radius() + 1.6 * support_;  // supports grow where particles are few
    cells_.for_each_within(triangle.centre(), reach, [&](Index i, const Vec3d&) {
        const Vec3d a = places_[i].cast<double>();
        for (Index pair = pairs_.begins[i]; pair < pairs_.begins[i + 1]; ++pair) {
            if (parted(pair)) continue;
            const Vec3d b = places_[pairs_.others[pair]].cast<double>();
            if (const auto share = crossing(triangle, a, b))
                crossings_.push_back({pair, i, sheet, a + *share * (b - a)});
        }
    });
}

// The extension of the crossing's pair, now that the front is where it is.
Real PairTransparency::grown(const Crossing& c, const CrackSheets& sheets) const {
    const auto d = static_cast<Real>(sheets.distance_to_front(c.sheet, c.point));
    const Real extension = std::max(extensions_[c.pair], (2.0f * d / support_) * (2.0f * d / support_));
    const Real base = 1.0f - (places_[pairs_.others[c.pair]] - places_[c.owner]).norm() / support_;
    return base - extension < kLeastBase * base ? kParted : extension;
}

void PairTransparency::update(const CrackSheets& sheets) {
    for (; searched_ < sheets.triangle_count(); ++searched_)
        find_crossings(sheets.triangle(searched_), sheets.sheet_of(searched_));
    std::vector<Real> grown_to(crossings_.size());
    parallel_for(
        "transparency of pairs", static_cast<Index>(crossings_.size()),
        [&](Index k) { grown_to[k] = grown(crossings_[k], sheets); }, 64);
    for (std::size_t k = 0; k < crossings_.size(); ++k) {
        Real& extension = extensions_[crossings_[k].pair];
        if (grown_to[k] <= extension) continue;
        extension = grown_to[k];
        changed_.emplace_back(crossings_[k].pair, crossings_[k].owner);
    }
    std::erase_if(crossings_, [&](const Crossing& c) { return parted(c.pair); });
}

void PairTransparency::take_changes(FunctionRef<void(Index, Index, Real)> f) {
    if (everything_may_differ_) {
        changed_.clear();
        for (Index i = 0; i < pairs_.particle_count(); ++i)
            for (Index pair = pairs_.begins[i]; pair < pairs_.begins[i + 1]; ++pair) changed_.emplace_back(pair, i);
        everything_may_differ_ = false;
    }
    std::ranges::sort(changed_);
    for (const auto& [pair, i] : changed_) {
        if (extensions_[pair] == told_[pair]) continue;
        told_[pair] = extensions_[pair];
        f(i, pairs_.others[pair], extensions_[pair]);
    }
    changed_.clear();
}

}  // namespace lamella
