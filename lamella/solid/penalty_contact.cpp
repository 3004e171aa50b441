#include <lamella/core/parallel.hpp>
#include <lamella/solid/penalty_contact.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kNear = 2.0f;         // spacings from a particle; its points are nearer to it
constexpr Real kDifference = 0.05f;  // spacings, for the normal of a body
constexpr std::ptrdiff_t kChunk = 64;

Real above_floor(const Box3& walls, const Vec3& x) {
    return std::min((x - walls.min).minCoeff(), (walls.max - x).minCoeff());
}

}  // namespace

bool PenaltyContact::is_near(const ContactSurroundings& around, const Vec3& x) const {
    if (above_floor(around.walls, x) < kNear * spacing_) return true;
    for (std::size_t b = 0; b < around.bodies.size(); ++b)
        if (around.bodies[b].distance(around.now.of[b], x) < kNear * spacing_) return true;
    return false;
}

// Everything that the ball around x lies in.
template <class F>
void PenaltyContact::for_each_touch(const ContactSurroundings& around, const Vec3& x, Real reach, F&& f) const {
    for (int axis = 0; axis < 3; ++axis) {
        const Real low = x[axis] - around.walls.min[axis], high = around.walls.max[axis] - x[axis];
        if (low < reach) f(Touch{kDomainWalls, reach - low, Vec3::Unit(axis), Vec3::Zero()});
        if (high < reach) f(Touch{kDomainWalls, reach - high, -Vec3::Unit(axis), Vec3::Zero()});
    }
    for (std::size_t b = 0; b < around.bodies.size(); ++b) {
        const Body& body = around.bodies[b];
        const BodyState& now = around.now.of[b];
        const auto distance = [&](const Vec3& p) { return body.distance(now, p); };
        if (const Real at = distance(x); at < reach)
            f(Touch{static_cast<Index>(b), reach - at, outward_at(distance, x, kDifference * spacing_),
                    Body::velocity(now, x)});
    }
}

PenaltyContact::Touch PenaltyContact::deepest_at(const ContactSurroundings& around, const Vec3& x, Real reach) const {
    Touch deepest;
    for_each_touch(around, x, reach, [&](const Touch& touch) {
        if (touch.depth > deepest.depth) deepest = touch;
    });
    return deepest;
}

// Only the deepest of a point's contacts holds it by friction.
void PenaltyContact::meet(const ContactSurroundings& around, const TouchPoints& points,
                          const TouchedParticles& particles, Index k, double dt, Chunk& chunk) const {
    const Vec3 x = points.interpolated(k, particles.place);
    const Touch deepest = deepest_at(around, x, points.reach(k));
    const ContactTable::Row* before = table_.find(points.name(k));
    if (deepest.body == kNothing && !before) return;
    const Vec3 v = points.interpolated(k, particles.velocity);
    ContactMemory then = before ? before->memory : ContactMemory(), now;
    if (before && before->body == deepest.body) now.spring = then.spring;
    for_each_touch(around, x, points.reach(k), [&](const Touch& t) {
        const Touching touching{stable_share(points.lever(k)) * points.area(k), t.depth, t.normal, v - t.velocity};
        const bool rubs = t.body == deepest.body && t.depth == deepest.depth;
        const Vec3 force = contact_force(law_, touching, dt, rubs, now.spring);
        now.force += force;
        now.stored += stored_in(law_, touching, rubs ? now.spring : Vec3::Zero());
        const Vec3d impulse = -dt * force.cast<double>();
        chunk.pushes.push_back({t.body, {impulse, cross(Vec3d(x.cast<double>()), impulse)}});
    });
    chunk.met.push_back(
        {k, {points.name(k), deepest.body, now}, then.stored, lost_in(then, now, v - deepest.velocity, dt)});
}

void PenaltyContact::push(const ContactSurroundings& around, const TouchPoints& points,
                          const TouchedParticles& particles, double dt, BodyLoads& loads) {
    const Index n = points.owner_count();
    std::vector<Chunk> chunks(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
    parallel_for(
        "solid contact", n,
        [&](Index o) {
            if (!is_near(around, particles.place(points.owner(o)))) return;
            for (Index k = points.begin(o); k < points.end(o); ++k)
                meet(around, points, particles, k, dt, chunks[o / kChunk]);
        },
        kChunk);
    take(points, particles, chunks);
    add_loads(chunks, loads);
}

// What has gone far away within one step has lost what it stored.
void PenaltyContact::take(const TouchPoints& points, const TouchedParticles& particles, std::span<const Chunk> chunks) {
    dissipated_ += table_.stored();
    std::vector<ContactTable::Row> rows;
    for (const Chunk& chunk : chunks)
        for (const Met& met : chunk.met) {
            dissipated_ += met.lost - met.before;
            if (met.row.body == kNothing) continue;
            rows.push_back(met.row);
            points.for_each_tie(met.point,
                                [&](Index i, Real weight) { particles.push(i, weight * met.row.memory.force); });
        }
    table_.take(std::move(rows));
}

void PenaltyContact::forget() {
    dissipated_ += table_.stored();
    table_.take({});
}

void PenaltyContact::add_loads(std::span<const Chunk> chunks, BodyLoads& loads) {
    std::map<Index, std::vector<BodyLoad>> by_body;
    for (const Chunk& chunk : chunks)
        for (const auto& [body, load] : chunk.pushes) by_body[body].push_back(load);
    for (const auto& [body, all] : by_body) loads.of(body) += exact_sum(all);
}

}  // namespace lamella
