#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/boundary_akinci2012.hpp>
#include <lamella/sph/lattice_sums.hpp>

#include <algorithm>

namespace lamella {
namespace {

// eq. 4
void set_volumes(BoundarySet& set, const SphKernel& W, Real gamma) {
    Neighbours neighbours;
    neighbours.find(set.grid, set.particles.positions());
    auto& volume = set.particles.add<ScalarColumn>("volume");
    parallel_for("boundary volumes", set.particles.size(), [&](Index b) {
        volume[b] = gamma / sum_over(neighbours.of(b), [&](auto c) { return W(c.distance()); });
    });
}

void append_samples(std::span<const Vec3> samples, Real friction, Index body, ParticleSet& particles) {
    ParticleSet part;
    part.resize(static_cast<Index>(samples.size()));
    auto& rest = part.add<Vec3Column>("rest");
    auto& frictions = part.add<ScalarColumn>("friction");
    auto& bodies = part.add<IndexColumn>("body");
    auto& numbers = part.add<IndexColumn>("sample");
    for (Index i = 0; i < part.size(); ++i) {
        rest.set(i, samples[static_cast<std::size_t>(i)]);
        frictions[i] = friction;
        bodies[i] = body;
        numbers[i] = i;
    }
    particles.append(part);
}

}  // namespace

BoundaryAkinci2012::BoundaryAkinci2012(std::span<const Vec3> walls, std::span<const Body> bodies, Real spacing,
                                       const SphKernel& W, const PeriodicBox& box)
    : box_(box) {
    const LatticeSums sums = lattice_sums(spacing, W);
    const Real gamma = sums.wall / sums.density;
    const BodyStates start = states_at(bodies, 0.0);
    for (const bool moving : {false, true}) {
        ParticleSet particles;
        if (!moving) append_samples(walls, 0.0f, kDomainWalls, particles);
        for (std::size_t b = 0; b < bodies.size(); ++b)
            if (bodies[b].moves() == moving)
                append_samples(bodies[b].samples, bodies[b].friction, static_cast<Index>(b), particles);
        if (particles.size() > 0) add_set(std::move(particles), moving, start, gamma, W);
    }
}

void BoundaryAkinci2012::add_set(ParticleSet particles, bool moving, const BodyStates& start, Real gamma,
                                 const SphKernel& W) {
    particles.add<Vec3Column>("P");
    particles.add<Vec3Column>("v");
    BoundarySet& set = sets_.emplace_back(W.h, box_);
    set.particles = std::move(particles);
    place(set.particles, start);
    set.grid.build(set.particles);
    set_volumes(set, W, gamma);
    fill_quads(set);
    set.moves = moving;
    set.has_bodies = std::ranges::any_of(set.particles.get<IndexColumn>("body").span(),
                                         [](Index body) { return body != kDomainWalls; });
    if (moving) moving_ = &set;
}

void BoundaryAkinci2012::place(ParticleSet& particles, const BodyStates& now) {
    const auto& rest = particles.get<Vec3Column>("rest");
    const auto& body = particles.get<IndexColumn>("body");
    const auto& sample = particles.get<IndexColumn>("sample");
    auto& x = particles.positions();
    auto& v = particles.get<Vec3Column>("v");
    const BodyState at_rest;
    parallel_for("place boundary", particles.size(), [&](Index i) {
        const BodyState& state = body[i] == kDomainWalls ? at_rest : now.of[static_cast<std::size_t>(body[i])];
        x.set(i, box_.wrapped(state.bent ? state.bent->sample(sample[i]) : state.pose.apply(rest[i])));
        v.set(i, state.bent ? state.bent->sample_velocity(sample[i]) : state.velocity_of(rest[i]));
    });
    max_speed_ = parallel_max(
        "boundary speed", particles.size(), [&](Index i) { return v[i].norm(); }, max_speed_);
}

void BoundaryAkinci2012::move_to(const BodyStates& now) {
    if (!moving_) return;
    const ProfileScope scope("move boundary");
    max_speed_ = 0.0f;
    place(moving_->particles, now);
    moving_->grid.build(moving_->particles);
    fill_quads(*moving_);
}

void BoundaryAkinci2012::fill_quads(BoundarySet& set) {
    const Index n = set.particles.size();
    const auto& v = set.particles.get<Vec3Column>("v");
    const auto& volume = set.particles.get<ScalarColumn>("volume");
    const auto& friction = set.particles.get<ScalarColumn>("friction");
    set.places.resize(n);
    set.motion.resize(n);
    parallel_for("boundary quads", n, [&](Index b) {
        set.places.set(b, set.particles.positions()[b], volume[b]);
        set.motion.set(b, v[b], friction[b]);
    });
}

void BoundaryAkinci2012::find_near(const NeighbourGrid& fluid_grid, const Vec3Column& fluid_positions,
                                   const QuadArray& fluid_places) {
    const ProfileScope scope("boundary neighbours");
    for (BoundarySet& set : sets_) {
        set.near_fluid.find(fluid_grid, fluid_positions, set.grid, set.particles.positions());
        set.lists.find(set.near_fluid, fluid_places, set.places, box_);
    }
}

Index BoundaryAkinci2012::particle_count() const {
    Index n = 0;
    for (const BoundarySet& set : sets_) n += set.particles.size();
    return n;
}

}  // namespace lamella
