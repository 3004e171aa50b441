#include <lamella/core/parallel.hpp>
#include <lamella/particles/point_ties.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {

CarriedField::CarriedField(const QuadArray& places, const QuadArray& displacements, std::span<const Mat3> gradients,
                           const Vec3& middle)
    : middle_(middle), rows_(kRow * gradients.size(), 0.0f) {
    parallel_for("carried field", static_cast<Index>(gradients.size()), [&](Index j) {
        const Mat3& H = gradients[j];
        const Vec3 b = displacements.vec(j) - H * (places.vec(j) - middle);
        float* to = rows_.data() + kRow * static_cast<std::size_t>(j);
        for (int column = 0; column < 4; ++column)
            for (int c = 0; c < 3; ++c) to[4 * column + c] = column < 3 ? H(c, column) : b[c];
    });
}

template <int K>
Index PointTies<K>::find(Group& group, const Points& points, const RestCells& cells, const TieSearch::Counts& counts) {
    const Real h = group.support;
    Real reach = 0.0f;
    for (int k = 1; k < K; ++k) reach = std::max(reach, (points[k] - points[0]).norm());
    group.ties.clear();
    Index found = 0;
    cells.for_each_within(points[0].template cast<double>(), h + reach, [&](Index j, const Vec3d& d) {
        Tie tie{j, {}};
        Real most = 0.0f;
        for (int k = 0; k < K; ++k) {
            const Real q = 1.0f - (d.cast<Real>() + points[0] - points[k]).norm() / h;
            tie.weights[k] = q > 0.0f ? q * q * q : 0.0f;
            most = std::max(most, tie.weights[k]);
        }
        if (most <= 0.0f || (counts && !counts(j))) return;
        found += tie.weights[0] > 0.0f ? 1 : 0;
        group.ties.push_back(tie);
    });
    return found;
}

template <int K>
PointTies<K>::Group PointTies<K>::tied(Index number, const Points& points, const TieSearch& search) {
    Group group;
    Index found = 0;
    const TieSearch::Counts counts = search.counts_for ? search.counts_for(number) : nullptr;
    group.support = search.support;
    for (int growths = 0; growths <= TieSearch::kMostGrowths && found < search.fewest; ++growths) {
        if (growths > 0) group.support *= TieSearch::kGrowth;
        found = find(group, points, search.cells, counts);
    }
    if (found == 0 && counts) find(group, points, search.cells, nullptr);
    std::ranges::sort(group.ties, {}, &Tie::particle);
    for (int k = 0; k < K; ++k) {
        Real sum = 0.0f;
        for (const Tie& tie : group.ties) sum += tie.weights[k];
        for (Tie& tie : group.ties) tie.weights[k] = sum > 0.0f ? tie.weights[k] / sum : tie.weights[0];
    }
    return group;
}

template <int K>
std::vector<typename PointTies<K>::Group> PointTies<K>::tied(std::span<const Index> groups,
                                                             FunctionRef<Points(Index)> points,
                                                             const TieSearch& search) {
    std::vector<Group> all(groups.size());
    parallel_for(
        "tie points", static_cast<Index>(groups.size()),
        [&](Index k) { all[k] = tied(groups[k], points(groups[k]), search); }, 64);
    return all;
}

template <int K>
void PointTies<K>::append(const Group& group) {
    ties_.insert(ties_.end(), group.ties.begin(), group.ties.end());
    begins_.push_back(static_cast<Index>(ties_.size()));
    supports_.push_back(group.support);
}

template <int K>
Index PointTies<K>::add(Index groups, FunctionRef<Points(Index)> points, const TieSearch& search) {
    constexpr Index kAtOnce = 0x10000;  // so that little is held twice
    Index lost = -1;
    for (const Index end = size() + groups; size() < end;) {
        std::vector<Index> some(static_cast<std::size_t>(std::min(kAtOnce, end - size())));
        std::iota(some.begin(), some.end(), size());
        for (const Group& group : tied(some, points, search)) {
            if (lost < 0 && static_cast<Index>(group.ties.size()) < search.fewest) lost = size();
            append(group);
        }
    }
    return lost;
}

template <int K>
void PointTies<K>::tie_again(std::span<const Index> groups, FunctionRef<Points(Index)> points,
                             const TieSearch& search) {
    if (groups.empty()) return;
    const std::vector<Group> again = tied(groups, points, search);
    const PointTies before = std::move(*this);
    *this = {};
    std::size_t next = 0;
    for (Index g = 0; g < before.size(); ++g) {
        if (next < groups.size() && groups[next] == g) {
            append(again[next++]);
            continue;
        }
        ties_.insert(ties_.end(), before.ties_.begin() + before.begins_[g],
                     before.ties_.begin() + before.begins_[g + 1]);
        begins_.push_back(static_cast<Index>(ties_.size()));
        supports_.push_back(before.supports_[g]);
    }
}

template <int K>
void PointTies<K>::keep(std::span<const Index> groups) {
    const PointTies before = std::move(*this);
    *this = {};
    for (const Index g : groups) {
        ties_.insert(ties_.end(), before.ties_.begin() + before.begins_[g],
                     before.ties_.begin() + before.begins_[g + 1]);
        begins_.push_back(static_cast<Index>(ties_.size()));
        supports_.push_back(before.supports_[g]);
    }
}

// Weights are gathered into one affine map a point: two packs hold its four columns.
template <int K>
PointTies<K>::Points PointTies<K>::moved(Index group, const Points& points, const CarriedField& field) const {
    std::array<Pack, K> low, high;
    low.fill(Pack(0.0f));
    high.fill(Pack(0.0f));
    for (Index k = begins_[group]; k < begins_[group + 1]; ++k) {
        const Tie& tie = ties_[k];
        const float* row = field.row(tie.particle);
        const Pack first = load_pack(row), second = load_pack(row + kPackWidth);
        for (int p = 0; p < K; ++p) {
            low[p] = multiply_add(Pack(tie.weights[p]), first, low[p]);
            high[p] = multiply_add(Pack(tie.weights[p]), second, high[p]);
        }
    }
    Points ways;
    for (int p = 0; p < K; ++p) {
        std::array<float, CarriedField::kRow> map{};
        low[p].copy_to(map.data(), simd::element_aligned);
        high[p].copy_to(map.data() + kPackWidth, simd::element_aligned);
        const Vec3 m = points[p] - field.middle();
        for (int c = 0; c < 3; ++c)
            ways[p][c] = (map[c] * m.x() + map[4 + c] * m.y()) + (map[8 + c] * m.z() + map[12 + c]);
    }
    return ways;
}

template class PointTies<1>;
template class PointTies<3>;

}  // namespace lamella
