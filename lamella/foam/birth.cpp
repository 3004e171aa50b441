#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/foam/birth.hpp>
#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/particles/kernels.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kMostChildren = 1000.0f;  // of one parent in one step
constexpr Real kAheadOfCrest = 1.5f;     // spacings: there fewer than six particles of a plane surface are in reach

}  // namespace

ParticleSet Births::children(const ParticleSet& parents, const WhitewaterPotentials& potentials, Real dt, long room,
                             long& capped) const {
    const Index n = parents.size();
    const auto& P = parents.positions();
    const auto& v = parents.get<Vec3Column>("v");
    const auto& ids = parents.get<IndexColumn>("id");
    const auto key = [&](Index i) { return random_bits(dice_.seed, dice_.moment, static_cast<std::uint64_t>(ids[i])); };
    std::vector<Real> strength(static_cast<std::size_t>(n));
    std::vector<std::uint64_t> until(static_cast<std::size_t>(n));  // children of all parents up to this one
    parallel_for("births", n, [&](Index i) {
        const BirthRate rate =
            birth_rate(settings_, reference_speed_, potentials.trapped_air[i], potentials.wave_crest[i], v[i].norm());
        const Real expected = std::min(rate.per_second * dt, kMostChildren);
        strength[i] = rate.strength;
        until[i] = static_cast<std::uint64_t>(expected + random_unit(key(i), 0, 0));
    });
    for (Index i = 1; i < n; ++i) until[i] += until[i - 1];
    const std::uint64_t wanted = n > 0 ? until.back() : 0;
    const auto kept = std::min(wanted, static_cast<std::uint64_t>(room));
    capped += static_cast<long>(wanted - kept);

    ParticleSet children;
    for (const char* name : {"P", "v"}) children.add<Vec3Column>(name);
    for (const char* name : {"life", "pscale"}) children.add<ScalarColumn>(name);
    children.resize(static_cast<Index>(kept));
    if (kept == 0) return children;
    const auto kept_until = [&](std::uint64_t number) { return number * kept / wanted; };
    parallel_for("place children", n, [&](Index i) {
        const std::uint64_t first = kept_until(i > 0 ? until[i - 1] : 0), last = kept_until(until[i]);
        if (first == last) return;
        const Parent parent{P[i], v[i], strength[i], potentials.wave_crest[i] > settings_.wave_crest_min, key(i)};
        for (std::uint64_t row = first; row < last; ++row)
            place_child(parent, row - first + 1, dt, static_cast<Index>(row), children);
    });
    return children;
}

// Uniform in the cylinder that the parent's volume sweeps in the step, as in the paper. Sideways it moves away from the
// axis by a share of the parent's speed, instead of the paper's metres a second. Those of a crest are torn from it:
// they begin in the air before it and are up to that share faster, or they would be foam that never leaves it.
void Births::place_child(const Parent& parent, std::uint64_t number, Real dt, Index row, ParticleSet& children) const {
    const auto random = [&](std::uint64_t counter) { return random_unit(parent.key, number, counter); };
    const Real speed = parent.velocity.norm();
    const Vec3 along = parent.velocity / std::max(speed, 1e-12f);
    const Mat3 axes = frame_around(along);
    const Vec3 e1 = axes.col(0), e2 = axes.col(1);
    const Real angle = 2.0f * kPi * random(1);
    const Vec3 offset = std::sqrt(random(0)) * (std::cos(angle) * e1 + std::sin(angle) * e2);
    const Real ahead = random(2) * dt * speed + (parent.leads_crest ? kAheadOfCrest * spacing_ : 0.0f);
    const Real faster = parent.leads_crest ? random(4) : 0.0f;
    children.positions().set(row, parent.position + 0.5f * spacing_ * offset + ahead * along);
    children.get<Vec3Column>("v").set(row, parent.velocity + settings_.spread * speed * (offset + faster * along));
    children.get<ScalarColumn>("life")[row] =
        std::lerp(settings_.lifetime_min, settings_.lifetime_max, parent.strength);
    const Real size = random(3);
    children.get<ScalarColumn>("pscale")[row] =
        spacing_ * std::lerp(settings_.radius_min, settings_.radius_max, size * size);
}

}  // namespace lamella
