#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/foam/liquid_between.hpp>

#include <algorithm>
#include <utility>

namespace lamella {
namespace {

using IdAndRow = std::pair<Index, Index>;

std::vector<IdAndRow> rows_by_id(const IndexColumn& ids) {
    std::vector<IdAndRow> rows(static_cast<std::size_t>(ids.size()));
    for (Index i = 0; i < ids.size(); ++i) rows[static_cast<std::size_t>(i)] = {ids[i], i};
    std::ranges::sort(rows);
    return rows;
}

Vec3 velocity_of(const ParticleSet& set, Index row) {
    const auto* v = set.find<Vec3Column>("v");
    return v ? (*v)[row] : Vec3::Zero().eval();
}

}  // namespace

void LiquidBetween::add(const ParticleSet& start, const ParticleSet& end) {
    const auto has = [](const ParticleSet& set, auto column, const char* name) {
        return set.size() == 0 || set.find<decltype(column)>(name) != nullptr;
    };
    const bool ids = has(start, IndexColumn{}, "id") && has(end, IndexColumn{}, "id");
    const bool velocities = has(start, Vec3Column{}, "v") && has(end, Vec3Column{}, "v");
    if (!ids && !velocities)
        throw InputError(
            "the particles have neither velocities (v) nor ids (id), so nobody knows how they move from frame to "
            "frame");
    if (ids && start.size() > 0 && end.size() > 0) return add_matched(start, end);
    add_alone(start, Lives::start);
    add_alone(end, Lives::end);
}

// In the order of ids; of several particles with one id the first ones go together.
void LiquidBetween::add_matched(const ParticleSet& start, const ParticleSet& end) {
    const bool velocities = start.find<Vec3Column>("v") && end.find<Vec3Column>("v");
    const std::vector<IdAndRow> before = rows_by_id(start.get<IndexColumn>("id"));
    const std::vector<IdAndRow> after = rows_by_id(end.get<IndexColumn>("id"));
    std::size_t a = 0, b = 0;
    while (a < before.size() || b < after.size()) {
        const bool starts = b == after.size() || (a < before.size() && before[a].first <= after[b].first);
        const bool ends = a == before.size() || (b < after.size() && after[b].first <= before[a].first);
        Path path;
        path.lives = starts && ends ? Lives::both : starts ? Lives::start : Lives::end;
        if (starts) {
            path.start = start.positions()[before[a].second];
            path.velocity_at_start = velocity_of(start, before[a].second);
        }
        if (ends) {
            path.end = end.positions()[after[b].second];
            path.velocity_at_end = velocity_of(end, after[b].second);
        }
        if (starts && ends && !velocities) {
            const Vec3 way = periodic_.nearest(Vec3(path.end - path.start));
            path.velocity_at_start = path.velocity_at_end = way / static_cast<Real>(seconds_);
        }
        add_path(path);
        a += starts;
        b += ends;
    }
}

void LiquidBetween::add_alone(const ParticleSet& frame, Lives lives) {
    for (Index i = 0; i < frame.size(); ++i) {
        const Vec3 x = frame.positions()[i];
        const Vec3 v = velocity_of(frame, i);
        add_path({x, x, v, v, lives});
    }
}

void LiquidBetween::add_path(const Path& path) {
    constexpr Real kLongestWay = 1e5f, kFarthest = 1e6f;  // spacings
    const auto within = [](const Vec3& a, Real most) { return (a.array().abs() < most).all(); };
    const Real fastest = kLongestWay * spacing_ / static_cast<Real>(seconds_), farthest = kFarthest * spacing_;
    if (within(path.velocity_at_start, fastest) && within(path.velocity_at_end, fastest) &&
        within(path.start, farthest) && within(path.end, farthest))
        paths_.push_back(path);
    else
        ++left_out_;
}

// Hermite's cubic between both frames; at their times exactly what they hold.
Vec3 LiquidBetween::position(const Path& path, Real s) const {
    const auto dt = static_cast<Real>(seconds_);
    if (path.lives == Lives::start) return path.start + s * dt * path.velocity_at_start;
    if (path.lives == Lives::end) return path.end - (1.0f - s) * dt * path.velocity_at_end;
    if (s <= 0.0f) return path.start;
    if (s >= 1.0f) return path.end;
    const Vec3 way = periodic_.nearest(Vec3(path.end - path.start));
    const Vec3 leaves = dt * path.velocity_at_start - way;
    const Vec3 arrives = way - dt * path.velocity_at_end;
    return path.start + s * way + s * (1.0f - s) * ((1.0f - s) * leaves + s * arrives);
}

Vec3 LiquidBetween::velocity(const Path& path, Real s) {
    if (path.lives == Lives::start) return path.velocity_at_start;
    if (path.lives == Lives::end) return path.velocity_at_end;
    return (1.0f - s) * path.velocity_at_start + s * path.velocity_at_end;
}

ParticleSet LiquidBetween::at(Real share) const {
    std::vector<Index> there;
    there.reserve(paths_.size());
    for (std::size_t k = 0; k < paths_.size(); ++k)
        if (paths_[k].lives == Lives::both || (paths_[k].lives == Lives::start) == (share < 0.5f))
            there.push_back(static_cast<Index>(k));
    ParticleSet set;
    auto& P = set.add<Vec3Column>("P");
    auto& v = set.add<Vec3Column>("v");
    auto& id = set.add<IndexColumn>("id");
    set.resize(static_cast<Index>(there.size()));
    parallel_for("liquid between frames", set.size(), [&](Index i) {
        const Path& path = paths_[static_cast<std::size_t>(there[static_cast<std::size_t>(i)])];
        P.set(i, periodic_.wrapped(position(path, share)));
        v.set(i, velocity(path, share));
        id[i] = there[static_cast<std::size_t>(i)];
    });
    return set;
}

Real LiquidBetween::largest_speed() const {
    Real most = 0.0f;
    for (const Path& path : paths_)
        most = std::max({most, path.velocity_at_start.squaredNorm(), path.velocity_at_end.squaredNorm()});
    return std::sqrt(most);
}

Box3 LiquidBetween::bounds() const {
    Box3 box;
    for (const Path& path : paths_) {
        if (path.lives != Lives::end) box.extend(path.start);
        if (path.lives != Lives::start) box.extend(path.end);
    }
    return box;
}

}  // namespace lamella
