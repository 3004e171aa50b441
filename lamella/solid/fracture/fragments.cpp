#include <lamella/core/disjoint_sets.hpp>
#include <lamella/solid/fracture/fragments.hpp>

#include <algorithm>

namespace lamella {

void Fragments::update(const PairTransparency& pairs) {
    const auto n = static_cast<Index>(of_.size());
    DisjointSets sets(n);
    const PairRows& rows = pairs.pairs();
    for (Index i = 0; i < n; ++i)
        for (Index k = rows.begins[i]; k < rows.begins[i + 1]; ++k)
            if (!pairs.parted(k)) sets.join(i, rows.others[k]);
    struct Part {
        Index before;
        Index particles;
        Index first;
        auto order() const { return std::tuple(before, -particles, first); }
    };
    std::vector<Index> size(static_cast<std::size_t>(n), 0), name(static_cast<std::size_t>(n), -1);
    for (Index i = 0; i < n; ++i) ++size[sets.find(i)];
    std::vector<Part> parts;
    for (Index i = 0; i < n; ++i)
        if (size[i] > 0) parts.push_back({of_[i], size[i], i});
    std::ranges::sort(parts, {}, &Part::order);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const bool largest = k == 0 || parts[k - 1].before != parts[k].before;
        name[parts[k].first] = largest ? parts[k].before : count_++;
    }
    for (Index i = 0; i < n; ++i) of_[i] = name[sets.find(i)];
}

}  // namespace lamella
