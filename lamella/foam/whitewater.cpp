#include <lamella/core/parallel.hpp>
#include <lamella/foam/birth.hpp>
#include <lamella/foam/quadratic_drag.hpp>
#include <lamella/foam/whitewater.hpp>
#include <lamella/foam/whitewater_ihmsen2012.hpp>
#include <lamella/particles/kernels.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

constexpr Real kAirDensity = 1.2f;    // kg/m^3
constexpr Real kMovedPerStep = 2.0f;  // spacings that the liquid moves at most in a step
constexpr Index kMostSteps = 16;
constexpr Real kBuoyancy = 2.0f;  // in g, of a ball without mass that carries half of its volume of liquid along
constexpr const char* kKind = "kind";

Index index_of(WhitewaterKind kind) { return static_cast<Index>(kind); }

ParticleSet empty_particles() {
    ParticleSet set;
    for (const char* name : {"P", "v"}) set.add<Vec3Column>(name);
    for (const char* name : {"id", kKind}) set.add<IndexColumn>(name);
    for (const char* name : {"age", "life", "pscale"}) set.add<ScalarColumn>(name);
    return set;
}

void sort_by_id(ParticleSet& set) {
    std::vector<Index> order(static_cast<std::size_t>(set.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&ids = set.get<IndexColumn>("id")](Index i) { return ids[i]; });
    set.reorder(order);
}

// Out of a solid that x lies in, by its distance along its slope.
Vec3 pushed_out(const Body& body, const BodyState& state, const Vec3& x, Real depth, Real spacing) {
    const Real e = 0.1f * spacing;
    Vec3 slope;
    for (int a = 0; a < 3; ++a)
        slope[a] = body.distance(state, x + e * Vec3::Unit(a)) - body.distance(state, x - e * Vec3::Unit(a));
    const Real steepness = slope.norm();
    return steepness > 0.0f ? Vec3(x + (depth + 1e-3f * spacing) / steepness * slope) : x;
}

}  // namespace

// Sorted into a grid of its own.
struct Whitewater::Liquid {
    ParticleSet particles;
    NeighbourGrid grid;
    Neighbours neighbours;

    Liquid(ParticleSet set, Real spacing, const PeriodicBox& periodic)
        : particles(std::move(set)), grid(kWhitewaterSupport * spacing, periodic) {
        grid.build(particles);
    }
};

Whitewater::Whitewater(const FoamSettings& settings, const WhitewaterSetup& setup, const Parts& parts, long born)
    : settings_(settings),
      setup_(setup),
      gravity_(settings.gravity.value_or(setup.gravity)),
      reference_speed_(reference_speed(settings, gravity_, setup.spacing)),
      particles_(empty_particles()),
      born_(born) {
    for (std::size_t k = 0; k < parts.size(); ++k) {
        ParticleSet part = parts[k];
        if (part.size() == 0) continue;
        for (Index& kind : part.add<IndexColumn>(kKind).span()) kind = static_cast<Index>(k);
        particles_.append(part);
    }
    sort_by_id(particles_);
}

WhitewaterReport Whitewater::advance(const Run& run, const LiquidBetween& liquid, const WhitewaterPlace& place,
                                     double time, double seconds, Index frame) {
    WhitewaterReport report;
    report.steps = steps_for(liquid, seconds);
    const double dt = seconds / report.steps;
    for (Index k = 0; k < report.steps; ++k) {
        run.throw_if_stopped();
        const auto share = static_cast<Real>(k) / static_cast<Real>(report.steps);
        Liquid now(liquid.at(share), setup_.spacing, setup_.periodic);
        now.neighbours.find(now.grid, now.particles.positions());
        const auto moment = static_cast<std::uint64_t>(frame) * kMostSteps + static_cast<std::uint64_t>(k);
        give_birth(now, static_cast<Real>(dt), moment, report);
        look_around(now);
        move(place, states_at(place.bodies, time + (k + 1) * dt), static_cast<Real>(dt), report);
    }
    look_around(Liquid(liquid.at(1.0f), setup_.spacing, setup_.periodic));
    sort_by_id(particles_);
    count(report);
    return report;
}

Index Whitewater::steps_for(const LiquidBetween& liquid, double seconds) const {
    const double moved = liquid.largest_speed() * seconds / (kMovedPerStep * setup_.spacing);
    return static_cast<Index>(std::clamp(std::ceil(moved), 1.0, static_cast<double>(kMostSteps)));
}

void Whitewater::give_birth(const Liquid& liquid, Real dt, std::uint64_t moment, WhitewaterReport& report) {
    const Real least_speed = reference_speed_ * std::sqrt(settings_.kinetic_energy_min);
    const auto potentials =
        whitewater_potentials(liquid.particles, liquid.neighbours, setup_.spacing, gravity_, least_speed);
    const Births births(settings_, setup_.spacing, {setup_.seed, moment}, reference_speed_);
    const long room = std::min<long>(std::max<long>(settings_.max_particles - particles_.size(), 0),
                                     std::numeric_limits<Index>::max() - born_);
    ParticleSet children = births.children(liquid.particles, potentials, dt, room, report.capped);
    if (children.size() == 0) return;
    auto& P = children.positions();
    auto& id = children.add<IndexColumn>("id");
    for (Index i = 0; i < children.size(); ++i) {
        P.set(i, setup_.periodic.wrapped(P[i]));
        id[i] = static_cast<Index>(born_ + i);
    }
    born_ += children.size();
    report.born += children.size();
    particles_.append(children);
}

// What each one is, and how the liquid around it moves.
void Whitewater::look_around(const Liquid& liquid) {
    const Real support = kWhitewaterSupport * setup_.spacing;
    NeighbourGrid grid(support, setup_.periodic);
    grid.build(particles_);
    Neighbours around;
    around.find(grid, particles_.positions(), liquid.grid, liquid.particles.positions());
    const auto& v = liquid.particles.get<Vec3Column>("v");
    auto& own_v = particles_.get<Vec3Column>("v");
    auto& kinds = particles_.get<IndexColumn>(kKind);
    liquid_velocity_.resize(particles_.size());
    const CubicSpline K(support);
    parallel_for("liquid around whitewater", particles_.size(), [&](Index i) {
        const NeighbourRange near = around.of(i);
        const Index n = lamella::count(near);
        const auto [sum, weight] = sum_over(near, [&](const auto& j) {
            return Terms{K(j.distance()) * v[j], K(j.distance())};
        });
        liquid_velocity_.set(i, weight > 0.0f ? Vec3(sum / weight) : own_v[i]);
        const auto kind = n < settings_.spray_below     ? WhitewaterKind::spray
                          : n > settings_.bubbles_above ? WhitewaterKind::bubbles
                                                        : WhitewaterKind::foam;
        kinds[i] = index_of(kind);
        if (kind == WhitewaterKind::foam) own_v.set(i, liquid_velocity_[i]);
    });
}

void Whitewater::move(const WhitewaterPlace& place, const BodyStates& bodies, Real dt, WhitewaterReport& report) {
    std::vector<Fate> fates(static_cast<std::size_t>(particles_.size()));
    parallel_for("move whitewater", particles_.size(), [&](Index i) {
        const Fate fate = moved(i, dt);
        fates[static_cast<std::size_t>(i)] = fate == Fate::lives ? kept_inside(place, bodies, i) : fate;
    });
    std::vector<Index> alive;
    for (Index i = 0; i < particles_.size(); ++i) {
        const Fate fate = fates[static_cast<std::size_t>(i)];
        if (fate == Fate::lives) alive.push_back(i);
        report.died_of_age += fate == Fate::aged;
        report.died_at_walls += fate == Fate::wall;
        report.left += fate == Fate::left;
    }
    if (static_cast<Index>(alive.size()) < particles_.size()) particles_.reorder(alive);
}

Whitewater::Fate Whitewater::moved(Index i, Real dt) {
    auto& P = particles_.positions();
    auto& v = particles_.get<Vec3Column>("v");
    const auto kind = static_cast<WhitewaterKind>(particles_.get<IndexColumn>(kKind)[i]);
    particles_.get<ScalarColumn>("age")[i] += dt;
    if (kind == WhitewaterKind::foam) {
        P.set(i, P[i] + dt * v[i]);
        Real& life = particles_.get<ScalarColumn>("life")[i];
        life -= dt;
        return life > 0.0f ? Fate::lives : Fate::aged;
    }
    const bool in_air = kind == WhitewaterKind::spray;
    const Vec3 medium = in_air ? settings_.wind : liquid_velocity_[i];
    const Vec3 push = in_air ? gravity_ : Vec3(-kBuoyancy * gravity_);
    const Real c = in_air ? drag_of_ball(settings_.spray_drag, kAirDensity / setup_.density,
                                         particles_.get<ScalarColumn>("pscale")[i])
                          : push.norm() / (settings_.rise_speed * settings_.rise_speed);
    const Vec3 w = v[i] - medium;
    const Vec3 mean = mean_velocity_with_drag(w, push, c, dt);
    P.set(i, P[i] + dt * (medium + mean));
    v.set(i, medium + 2.0f * mean - w);
    return Fate::lives;
}

Whitewater::Fate Whitewater::kept_inside(const WhitewaterPlace& place, const BodyStates& bodies, Index i) {
    auto& P = particles_.positions();
    const bool slides = particles_.get<IndexColumn>(kKind)[i] != index_of(WhitewaterKind::spray);
    const LiquidDomain& domain = place.domain;
    if (!P[i].allFinite()) return Fate::left;
    Vec3 x = domain.periodic.wrapped(P[i]);
    for (int a = 0; a < 3; ++a) {
        const bool below = x[a]<domain.box.min[a], above = x[a]> domain.box.max[a];
        if (domain.periodic.axes[a] || !(below || above)) continue;
        if (domain.open[static_cast<std::size_t>(2 * a + above)]) return Fate::left;
        if (!slides) return Fate::wall;
        x[a] = below ? domain.box.min[a] : domain.box.max[a];
    }
    if (std::ranges::any_of(domain.sinks, [&](const LiquidSink& sink) { return sink.holds(x); })) return Fate::left;
    for (std::size_t b = 0; b < place.bodies.size(); ++b) {
        const Body& body = place.bodies[b];
        const Real distance = body.distance(bodies.of[b], x);
        if (distance >= 0.0f) continue;
        if (slides) x = pushed_out(body, bodies.of[b], x, -distance, setup_.spacing);
        if (!slides || !(body.distance(bodies.of[b], x) >= 0.0f) || !domain.box.contains(x)) return Fate::wall;
    }
    P.set(i, x);
    return Fate::lives;
}

void Whitewater::count(WhitewaterReport& report) const {
    const auto& kinds = particles_.get<IndexColumn>(kKind);
    const auto& ages = particles_.get<ScalarColumn>("age");
    for (Index i = 0; i < particles_.size(); ++i) {
        ++report.count[static_cast<std::size_t>(kinds[i])];
        const auto older = std::ranges::upper_bound(WhitewaterReport::kAges, static_cast<double>(ages[i]));
        ++report.by_age[static_cast<std::size_t>(older - WhitewaterReport::kAges.begin())];
    }
}

Whitewater::Parts Whitewater::parts() const {
    Parts parts;
    const auto& kinds = particles_.get<IndexColumn>(kKind);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        std::vector<Index> rows;
        for (Index i = 0; i < particles_.size(); ++i)
            if (kinds[i] == static_cast<Index>(k)) rows.push_back(i);
        parts[k] = particles_;
        parts[k].reorder(rows);
        parts[k].remove(kKind);
    }
    return parts;
}

}  // namespace lamella
