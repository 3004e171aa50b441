#include <lamella/core/parallel.hpp>
#include <lamella/solid/penalty_contact.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kDamping = 0.3f;      // zeta
constexpr Real kFewestPairs = 0.9f;  // of the pairs inside; whoever has fewer is at the skin
constexpr std::ptrdiff_t kChunk = 64;

Vec3 outward(const Body& body, const BodyState& now, const Vec3& x, Real step) {
    Vec3 slope;
    for (int a = 0; a < 3; ++a) {
        const Vec3 offset = step * Vec3::Unit(a);
        slope[a] = body.distance(now, x + offset) - body.distance(now, x - offset);
    }
    return slope.stableNormalized();
}

}  // namespace

PenaltyContact::PenaltyContact(const RestShape& shape, const SolidMatter& matter, Real friction) : friction_(friction) {
    if (shape.size() == 0) return;
    const Real spacing = shape.spacing();
    const Real area = std::cbrt(shape.volume(0) * shape.volume(0));
    const Real k = matter.elastic.youngs_modulus / spacing;
    radius_ = 0.5f * spacing;
    stiffness_ = area * k;
    damping_ = area * 2.0f * kDamping * std::sqrt(k * matter.density * spacing);
    const std::vector<Index> counts = shape.pair_counts();
    const Index most = *std::ranges::max_element(counts);
    for (Index i = 0; i < shape.size(); ++i)
        if (static_cast<Real>(counts[i]) < kFewestPairs * static_cast<Real>(most)) skin_.push_back(i);
    spring_.assign(skin_.size(), Vec3::Zero());
    touched_.assign(skin_.size(), kNothing);
    stored_.assign(skin_.size(), 0.0f);
    force_.assign(skin_.size(), Vec3::Zero());
    dissipated_.assign(skin_.size(), 0.0);
}

// Everything that the ball around x lies in.
template <class F>
void PenaltyContact::for_each_touch(const ContactSurroundings& around, const Vec3& x, F&& f) const {
    for (int axis = 0; axis < 3; ++axis) {
        const Real low = x[axis] - around.walls.min[axis], high = around.walls.max[axis] - x[axis];
        if (low < radius_) f(Touch{kDomainWalls, radius_ - low, Vec3::Unit(axis), Vec3::Zero()});
        if (high < radius_) f(Touch{kDomainWalls, radius_ - high, -Vec3::Unit(axis), Vec3::Zero()});
    }
    for (std::size_t b = 0; b < around.bodies.size(); ++b) {
        const Body& body = around.bodies[b];
        const BodyState& now = around.now.of[b];
        const Real distance = body.distance(now, x);
        if (distance < radius_)
            f(Touch{static_cast<Index>(b), radius_ - distance, outward(body, now, x, 0.1f * radius_),
                    Body::velocity(now, x)});
    }
}

PenaltyContact::Touch PenaltyContact::deepest_at(const ContactSurroundings& around, const Vec3& x) const {
    Touch deepest;
    for_each_touch(around, x, [&](const Touch& touch) {
        if (touch.depth > deepest.depth) deepest = touch;
    });
    return deepest;
}

// The force of one contact; only the deepest of a particle holds it by friction.
Vec3 PenaltyContact::pushed(std::size_t k, const Touch& touch, const Vec3& v, double dt, bool deepest) {
    const Vec3 relative = v - touch.velocity;
    const Real approach = relative.dot(touch.normal);
    const Real normal = stiffness_ * touch.depth + damping_ * std::max(-approach, 0.0f);
    Vec3 force = normal * touch.normal;
    if (!deepest) return force;
    const Vec3 slide = relative - approach * touch.normal;
    Vec3& spring = spring_[k];
    spring += static_cast<Real>(dt) * slide;
    spring -= spring.dot(touch.normal) * touch.normal;
    Vec3 across = -stiffness_ * spring - damping_ * slide;
    const Real most = friction_ * normal;
    if (const Real size = across.norm(); size > most) {
        across *= most / size;
        spring = -across / stiffness_;
    }
    return force + across;
}

void PenaltyContact::push(const ContactSurroundings& around, FunctionRef<Vec3(Index)> place,
                          FunctionRef<Vec3(Index)> velocity, double dt, BodyLoads& loads,
                          FunctionRef<void(Index, const Vec3&)> push) {
    const auto n = static_cast<Index>(skin_.size());
    std::vector<std::vector<BodyPush>> pushes(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
    parallel_for(
        "solid contact", n,
        [&](Index k) {
            const Vec3 x = place(skin_[k]);
            const Touch deepest = deepest_at(around, x);
            if (deepest.body != touched_[k]) spring_[k].setZero();
            touched_[k] = deepest.body;
            if (deepest.body == kNothing && stored_[k] == 0.0f) return;
            push(skin_[k], push_one(k, around, x, velocity(skin_[k]), deepest, dt, pushes[k / kChunk]));
        },
        kChunk);
    add_loads(pushes, loads);
}

// The force at the end of a step acts in the second half of it and in the first half of the next one, so that what is
// lost is the mean of both times the way.
Vec3 PenaltyContact::push_one(Index k, const ContactSurroundings& around, const Vec3& x, const Vec3& v,
                              const Touch& deepest, double dt, std::vector<BodyPush>& pushes) {
    Vec3 all = Vec3::Zero();
    Real stored = 0.0f;
    for_each_touch(around, x, [&](const Touch& t) {
        const Vec3 force =
            pushed(static_cast<std::size_t>(k), t, v, dt, t.body == deepest.body && t.depth == deepest.depth);
        all += force;
        stored += 0.5f * stiffness_ * t.depth * t.depth;
        const Vec3d impulse = -dt * force.cast<double>();
        pushes.push_back({t.body, {impulse, cross(Vec3d(x.cast<double>()), impulse)}});
    });
    stored += 0.5f * stiffness_ * spring_[k].squaredNorm();
    dissipated_[k] += stored_[k] - stored - 0.5 * dt * (force_[k] + all).dot(v - deepest.velocity);
    stored_[k] = stored;
    force_[k] = all;
    return all;
}

void PenaltyContact::add_loads(std::span<const std::vector<BodyPush>> pushes, BodyLoads& loads) {
    std::map<Index, std::vector<BodyLoad>> by_body;
    for (const auto& chunk : pushes)
        for (const auto& [body, load] : chunk) by_body[body].push_back(load);
    for (const auto& [body, all] : by_body) loads.of(body) += exact_sum(all);
}

double PenaltyContact::stored_energy() const {
    return parallel_sum("contact energy", static_cast<Index>(stored_.size()), [&](Index k) { return stored_[k]; });
}

double PenaltyContact::dissipated() const {
    return parallel_sum("contact losses", static_cast<Index>(stored_.size()), [&](Index k) { return dissipated_[k]; });
}

std::int64_t PenaltyContact::touching() const {
    return std::ranges::count_if(touched_, [](Index body) { return body != kNothing; });
}

}  // namespace lamella
