#include <lamella/core/error.hpp>
#include <lamella/core/symmetric_eigenvalues.hpp>
#include <lamella/particles/rest_pairs.hpp>
#include <lamella/solid/rest_shape.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kLeastRatio = 0.05f;  // of the eigenvalues of a healthy moment matrix
constexpr Index kFewest = 6;         // others of a healthy particle
constexpr Real kGrowth = 1.25f;
constexpr int kMostGrowths = 2;

// Everybody in whose row i stands or who stands in the row of i, ascending.
std::vector<Index> others_of(const RestPairs& pairs, Index i) {
    std::vector<Index> reverse;
    for (const Index slot : pairs.reverse(i)) reverse.push_back(pairs.owner(slot));
    std::vector<Index> all;
    std::ranges::set_union(pairs.others(i), reverse, std::back_inserter(all));
    return all;
}

}  // namespace

RestShape::RestShape(const Vec3Column& places, Real volume, Real spacing, const PeriodicBox& box)
    : spacing_(spacing), box_(box) {
    places_.resize(places.size());
    for (Index i = 0; i < places.size(); ++i) places_.set(i, places[i], volume);
    find_healthy_pairs(places);
}

RestShape::RestShape(const Vec3Column& places, std::span<const Real> volumes, std::vector<Real> spacings, Real spacing,
                     const PeriodicBox& box)
    : spacing_(spacing), spacings_(std::move(spacings)), box_(box) {
    places_.resize(places.size());
    for (Index i = 0; i < places.size(); ++i) places_.set(i, places[i], volumes[i]);
    find_healthy_pairs(places);
}

void RestShape::find_healthy_pairs(const Vec3Column& places) {
    const Index n = places.size();
    ScalarColumn supports;
    supports.resize(n);
    for (Index i = 0; i < n; ++i) supports[i] = kSupport * spacing(i);
    inverse_moments_.resize(n);
    traces_.resize(n);
    imbalances_.resize(n);
    for (int growths = 0;; ++growths) {
        find_pairs(places, supports);
        std::vector<char> poor(static_cast<std::size_t>(n));
        parallel_for("moment matrices", n, [&](Index i) { poor[i] = measure(i) ? 0 : 1; });
        const auto first = std::ranges::find(poor, char{1});
        supports_.assign(supports.span().begin(), supports.span().end());
        if (first == poor.end()) return;
        if (growths == kMostGrowths) {
            const Vec3 at = places[static_cast<Index>(first - poor.begin())];
            throw InputError(
                fmt::format("around the particle {} of the solid, at ({:.4g}, {:.4g}, {:.4g}) m from the "
                            "domain's lowest corner, there are too few others, or they lie in one plane",
                            first - poor.begin(), at.x(), at.y(), at.z()));
        }
        if (growths == 0) enlarged_ = static_cast<Index>(std::ranges::count(poor, char{1}));
        for (Index i = 0; i < n; ++i)
            if (poor[i]) supports[i] *= kGrowth;
    }
}

// As grown as that of either has.
Real RestShape::pair_support(std::span<const Real> supports, Index i, Index j) const {
    if (uniform()) return std::max(supports[i], supports[j]);
    return std::min(spacing(i), spacing(j)) * std::max(supports[i] / spacing(i), supports[j] / spacing(j));
}

void RestShape::find_pairs(const Vec3Column& places, const ScalarColumn& supports) {
    const RestPairs pairs(places, supports, box_);
    packs_.clear();
    begins_.assign(1, 0);
    for (Index i = 0; i < places.size(); ++i) {
        std::vector<Index> rows = others_of(pairs, i);
        if (!uniform())
            std::erase_if(rows, [&](Index j) {
                return box_.nearest(places[j] - places[i]).norm() >= pair_support(supports.span(), i, j);
            });
        const auto count = static_cast<Index>(rows.size());
        if (count > 0) rows.resize(rows.size() + kPackWidth, rows.back());
        for (Index first = 0; first < count;) {
            RestPack& pack = packs_.emplace_back();
            pack.rows = RowPack(rows.data() + first, std::min(count - first, kPackWidth));
            for (Index k = 0; k < pack.rows.count(); ++k) {
                const Index j = rows[first + k];
                const Real h = pair_support(supports.span(), i, j);
                const Real q = std::max(1.0f - box_.nearest(places[j] - places[i]).norm() / h, 0.0f);
                pack.kernel[k] = q * q * q;
            }
            first += pack.rows.count();
        }
        begins_.push_back(static_cast<Index>(packs_.size()));
    }
    packs_.shrink_to_fit();
}

RestShape::Moment RestShape::moment(Index i) {
    Terms<Pack, Pack, Pack, Pack, Pack, Pack, Vec3Pack> sums;
    Index others = 0;
    for_each_pack(i, [&](const RestPack&, Pack kernel, const Vec3Pack& r, Pack volume) {
        const Pack w = kernel * volume;
        sums += Terms<Pack, Pack, Pack, Pack, Pack, Pack, Vec3Pack>(w * r.x * r.x, w * r.y * r.y, w * r.z * r.z,
                                                                    w * r.x * r.y, w * r.y * r.z, w * r.z * r.x, w * r);
        others += simd::popcount(kernel > 0.0f);
    });
    const auto [xx, yy, zz, xy, yz, zx, imbalance] = fold(sums);
    SymmetricTensor moment;
    moment << xx, yy, zz, xy, yz, zx;
    imbalances_[i] = imbalance;
    traces_[i] = xx + yy + zz;
    return {moment, others};
}

void RestShape::invert(Index i, const SymmetricTensor& moment) {
    const Mat3d exact = (full(moment) / traces_[i]).cast<double>();
    Mat3d inverse;
    for (int c = 0; c < 3; ++c) inverse.col(c) = cross(Vec3d(exact.col((c + 1) % 3)), Vec3d(exact.col((c + 2) % 3)));
    inverse /= exact.col(0).dot(inverse.col(0)) * traces_[i];
    inverse_moments_[i] = symmetric(inverse.cast<Real>());
}

// Whether the particle is healthy.
bool RestShape::measure(Index i) {
    const auto [moment, others] = this->moment(i);
    if (others < kFewest || !(traces_[i] > 0.0f)) return false;
    const Mat3 scaled = full(moment) / traces_[i];
    const Vec3 values = symmetric_eigenvalues(scaled);
    if (values.z() < kLeastRatio * values.x()) return false;
    invert(i, moment);
    return true;
}

// What cracks have left of a particle's surroundings.
void RestShape::measure_again(Index i) {
    constexpr Real kWhole = 0.3f, kLeast = 0.03f;  // ratios of eigenvalues
    constexpr Index kFewestLeft = 4;
    const auto [moment, others] = this->moment(i);
    const Real before = shares_[i];
    shares_[i] = 0.0f;
    inverse_moments_[i].setZero();
    const bool still = !stilled_.empty() && stilled_[i] != 0;
    if (!still && before > 0.0f && others >= kFewestLeft && traces_[i] > 0.0f) {
        const Vec3 values = symmetric_eigenvalues(full(moment) / traces_[i]);
        const Real ratio = values.z() / values.x();
        if (ratio >= kLeast) {
            shares_[i] = std::min(before, ratio / kWhole);
            invert(i, moment);
        }
    }
    if (shares_[i] == 0.0f) traces_[i] = 1.0f;  // nothing is divided by it any more
}

void RestShape::part(Index i, Index j, Real extension) {
    const Real r = box_.nearest(place(j) - place(i)).norm();
    const Real base = std::max(1.0f - r / pair_support(supports_, i, j) - extension, 0.0f);
    for (Index k = begins_[i]; k < begins_[i + 1]; ++k)
        for (Index lane = 0; lane < packs_[k].rows.count(); ++lane)
            if (other(packs_[k], lane) == j) packs_[k].kernel[lane] = base * base * base;
}

void RestShape::part(std::span<const PairChange> changes) {
    std::vector<Index> touched;
    for (const PairChange& change : changes) {
        part(change.i, change.j, change.extension);
        part(change.j, change.i, change.extension);
        touched.insert(touched.end(), {change.i, change.j});
    }
    std::ranges::sort(touched);
    touched.erase(std::ranges::unique(touched).begin(), touched.end());
    parallel_for(
        "moment matrices", static_cast<Index>(touched.size()), [&](Index k) { measure_again(touched[k]); }, 64);
}

std::vector<Index> RestShape::still(std::span<const Index> particles) {
    std::vector<char> now(static_cast<std::size_t>(size()), 0);
    stilled_.resize(now.size(), 0);
    for (const Index i : particles) now[i] = 1;
    stilled_.swap(now);
    std::vector<Index> changed;
    for (Index i = 0; i < size(); ++i)
        if (stilled_[i] != now[i]) changed.push_back(i);
    for (const Index i : changed) measure_again(i);
    return changed;
}

double RestShape::whole_volume() const {
    if (uniform()) return static_cast<double>(volume(0)) * size();
    return parallel_sum("volume", size(), [&](Index i) { return static_cast<double>(volume(i)); });
}

std::vector<Index> RestShape::pair_counts() const {
    std::vector<Index> counts(static_cast<std::size_t>(size()), 0);
    for (Index i = 0; i < size(); ++i)
        for (Index k = begins_[i]; k < begins_[i + 1]; ++k) counts[i] += packs_[k].rows.count();
    return counts;
}

std::size_t RestShape::memory_bytes() const {
    return packs_.size() * sizeof(RestPack) + begins_.size() * sizeof(Index) +
           static_cast<std::size_t>(size()) *
               (4 * sizeof(Real) + sizeof(SymmetricTensor) + sizeof(Real) + sizeof(Vec3)) +
           spacings_.size() * sizeof(Real);
}

}  // namespace lamella
