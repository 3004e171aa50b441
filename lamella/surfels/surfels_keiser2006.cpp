#include <lamella/core/parallel.hpp>
#include <lamella/surfels/surfels_keiser2006.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

constexpr std::array<const char*, RestSurfel::kClips> kClipNames{"clip1", "clip2", "clip3"};

bool same_bits(std::span<const RestSurfel> a, std::span<const RestSurfel> b) {
    return a.size() == b.size() && std::ranges::equal(std::as_bytes(a), std::as_bytes(b));
}

// Nothing of it is left.
bool cut_away(const RestSurfel& surfel) {
    return std::ranges::any_of(surfel.clips,
                               [](const SurfelClip& c) { return c.most < -std::sqrt(c.x * c.x + c.y * c.y); });
}

}  // namespace

SurfelsKeiser2006::SurfelsKeiser2006(SampledSurfels sampled)
    : sampled_(static_cast<Index>(sampled.surfels.size())),
      kept_(sampled_),
      rest_(std::move(sampled.surfels)),
      attributes_(std::move(sampled.attributes)) {
    const auto n = rest_.size();
    parents_.assign(n, -1);
    halves_.assign(n, -1);
    levels_.assign(n, 0);
    faces_.assign(n, 0);
}

std::size_t SurfelsKeiser2006::memory_bytes() const {
    const std::size_t each = sizeof(RestSurfel) + 4 * sizeof(Index) + 1 + sizeof(Posed);
    return rest_.size() * each + leaves_.size() * 20 * sizeof(Real) + ties_.memory_bytes();
}

std::array<Vec3, 3> SurfelsKeiser2006::points(Index i) const {
    const RestSurfel& s = rest_[i];
    return {s.centre, s.centre + s.first, s.centre + s.second};
}

Index SurfelsKeiser2006::tie(const TieSearch& search) {
    return ties_.add(
        size() - ties_.size(), [&](Index i) { return points(i); }, search);
}

void SurfelsKeiser2006::tie_again(std::span<const Index> surfels, const TieSearch& search) {
    ties_.tie_again(
        surfels, [&](Index i) { return points(i); }, search);
}

void SurfelsKeiser2006::clip(Index surfel, const SurfelClip& line) {
    rest_[surfel].clip(line);
    kept_ = std::min(kept_, surfel);
    changed_ = true;
}

void SurfelsKeiser2006::add_faces(std::span<const RestSurfel> faces) {
    for (const RestSurfel& face : faces) add(face, -1, true);
}

void SurfelsKeiser2006::add(const RestSurfel& surfel, Index parent, bool face) {
    rest_.push_back(surfel);
    parents_.push_back(parent);
    halves_.push_back(-1);
    levels_.push_back(parent < 0 ? 0 : levels_[parent] + 1);
    faces_.push_back(face ? 1 : 0);
    changed_ = true;
}

// What was added after the mesh was sampled, and what cracks have cut of that.
void SurfelsKeiser2006::restore(const std::vector<RestSurfel>& rest, const std::vector<Index>& parents) {
    if (std::ranges::equal(parents, std::span(parents_).subspan(sampled_)) &&
        same_bits(rest, std::span(rest_).subspan(kept_)))
        return;
    rest_.resize(kept_);
    rest_.insert(rest_.end(), rest.begin(), rest.end());
    parents_.resize(sampled_);
    halves_.assign(sampled_, -1);
    levels_.resize(sampled_);
    faces_.resize(sampled_);
    for (const Index parent : parents) {
        const auto i = static_cast<Index>(parents_.size());
        parents_.push_back(parent);
        halves_.push_back(-1);
        if (parent >= 0 && halves_[parent] < 0) halves_[parent] = i;
        levels_.push_back(parent < 0 ? 0 : levels_[parent] + 1);
        faces_.push_back(parent < 0 ? 1 : faces_[parent]);
    }
    std::vector<Index> sampled(static_cast<std::size_t>(std::min(sampled_, ties_.size())));
    std::iota(sampled.begin(), sampled.end(), 0);
    if (ties_.size() > sampled_) ties_.keep(sampled);
    changed_ = true;
}

void SurfelsKeiser2006::pose(Index from, const CarriedField& field) {
    posed_.resize(rest_.size());
    parallel_for("move surfels", size() - from, [&](Index k) {
        const Index i = from + k;
        const RestSurfel& s = rest_[i];
        const auto ways = ties_.moved(i, points(i), field);
        posed_[i] = {s.centre + ways[0], s.first + (ways[1] - ways[0]), s.second + (ways[2] - ways[0])};
    });
}

void SurfelsKeiser2006::split(Index i) {
    const EllipseAxes axes = axes_of(posed_[i].first, posed_[i].second);
    halves_[i] = size();
    for (const RestSurfel& half : halves(rest_[i], axes.cosine, axes.sine)) add(half, i, face(i));
}

// Halves of halves come behind their wholes, so one sweep from the end joins all that may be.
bool SurfelsKeiser2006::join() {
    std::vector<char> stays(rest_.size(), 1);
    bool any = false;
    for (Index i = size() - 1; i >= 0; --i) {
        const Index first = halves_[i];
        if (first < 0 || halves_[first] >= 0 || halves_[first + 1] >= 0) continue;
        if (longer_axis(posed_[i].first, posed_[i].second) >= kComeBack * rest_[i].limit) continue;
        stays[first] = stays[first + 1] = 0;
        halves_[i] = -1;
        any = true;
    }
    if (!any) return false;
    std::vector<Index> kept, now(rest_.size(), -1);
    for (Index i = 0; i < size(); ++i)
        if (stays[i]) {
            now[i] = static_cast<Index>(kept.size());
            kept.push_back(i);
        }
    const auto keep = [&](auto& values) {
        for (std::size_t k = 0; k < kept.size(); ++k) values[k] = values[kept[k]];
        values.resize(kept.size());
    };
    keep(rest_);
    keep(parents_);
    keep(halves_);
    keep(levels_);
    keep(faces_);
    keep(posed_);
    for (Index& parent : parents_) parent = parent < 0 ? -1 : now[parent];
    for (Index& half : halves_) half = half < 0 ? -1 : now[half];
    ties_.keep(kept);
    changed_ = true;
    return true;
}

void SurfelsKeiser2006::move(const CarriedField& field, const TieSearch& search) {
    for (Index posed = 0; posed < size();) {
        tie(search);
        pose(posed, field);
        const Index end = size();
        for (Index i = posed; i < end; ++i)
            if (halves_[i] < 0 && levels_[i] < kMostLevels &&
                longer_axis(posed_[i].first, posed_[i].second) > rest_[i].limit)
                split(i);
        posed = end;
    }
    if (size() > sampled_) join();
    if (changed_) {
        find_leaves();
        show_at_rest();
        changed_ = false;
    }
    show();
}

void SurfelsKeiser2006::find_leaves() {
    leaves_.clear();
    for (Index i = 0; i < size(); ++i)
        if (halves_[i] < 0 && !cut_away(rest_[i])) leaves_.push_back(i);
}

// What does not change as long as the same surfels are shown.
void SurfelsKeiser2006::show_at_rest() {
    shown_.resize(static_cast<Index>(leaves_.size()));
    for (const char* name : {"P", "N", "t1", "t2", "rest"}) shown_.add<Vec3Column>(name);
    shown_.add<ScalarColumn>("pscale");
    auto& rest = shown_.get<Vec3Column>("rest");
    parallel_for("surfels at rest", shown_.size(), [&](Index k) { rest.set(k, rest_[leaves_[k]].centre); });
    const bool any = std::ranges::any_of(leaves_, [&](Index i) {
        return std::ranges::any_of(rest_[i].clips, [](const SurfelClip& c) { return c.cuts(); });
    });
    for (int c = 0; any && c < RestSurfel::kClips; ++c) {
        auto& column = shown_.add<Vec3Column>(kClipNames[c]);
        for (Index k = 0; k < shown_.size(); ++k) {
            const SurfelClip& line = rest_[leaves_[k]].clips[c];
            column.set(k, {line.x, line.y, line.most});
        }
    }
    for (const auto& [name, values] : attributes_.columns()) {
        const auto& of_mesh = std::get<Vec3Column>(values);
        auto& column = shown_.add<Vec3Column>(name);
        for (Index k = 0; k < shown_.size(); ++k) {
            Index whole = leaves_[k];
            while (parents_[whole] >= 0) whole = parents_[whole];
            column.set(k, face(whole) ? Vec3(Vec3::Zero()) : of_mesh[whole]);
        }
    }
}

void SurfelsKeiser2006::show() {
    auto &x = shown_.positions(), &n = shown_.get<Vec3Column>("N"), &t1 = shown_.get<Vec3Column>("t1"),
         &t2 = shown_.get<Vec3Column>("t2");
    auto& radius = shown_.get<ScalarColumn>("pscale");
    parallel_for("show surfels", shown_.size(), [&](Index k) {
        const Posed& s = posed_[leaves_[k]];
        const Vec3 normal = cross(s.first, s.second);
        const Real length = normal.norm();
        x.set(k, s.centre);
        n.set(k, length > 0.0f ? Vec3(normal / length) : rest_[leaves_[k]].normal());
        t1.set(k, s.first);
        t2.set(k, s.second);
        radius[k] = longer_axis(s.first, s.second);
    });
}

}  // namespace lamella
