#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/boundary_akinci2012.hpp>
#include <lamella/sph/lattice_sums.hpp>

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

}  // namespace

BoundaryAkinci2012::BoundaryAkinci2012(std::vector<BoundaryBody> bodies, Real spacing, const SphKernel& W,
                                       const PeriodicBox& box)
    : bodies_(std::move(bodies)), box_(box) {
    const LatticeSums sums = lattice_sums(spacing, W);
    const Real gamma = sums.wall / sums.density;
    add_set(false, gamma, W);
    add_set(true, gamma, W);
}

void BoundaryAkinci2012::add_set(bool moving, Real gamma, const SphKernel& W) {
    ParticleSet particles;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        if (bodies_[b].motion.moves() != moving) continue;
        ParticleSet part;
        part.resize(static_cast<Index>(bodies_[b].points.size()));
        auto& rest = part.add<Vec3Column>("rest");
        auto& friction = part.add<ScalarColumn>("friction");
        auto& body = part.add<IndexColumn>("body");
        for (Index i = 0; i < part.size(); ++i) {
            rest.set(i, bodies_[b].points[i]);
            friction[i] = bodies_[b].friction;
            body[i] = static_cast<Index>(b);
        }
        particles.append(part);
    }
    if (particles.size() == 0) return;
    particles.add<Vec3Column>("P");
    particles.add<Vec3Column>("v");
    BoundarySet& set = sets_.emplace_back(W.h, box_);
    set.particles = std::move(particles);
    place(set.particles, 0.0);
    set.grid.build(set.particles);
    set_volumes(set, W, gamma);
    fill_quads(set);
    set.moves = moving;
    if (moving) moving_ = &set;
}

void BoundaryAkinci2012::place(ParticleSet& particles, double t) {
    std::vector<RigidTransform> poses;
    for (const BoundaryBody& body : bodies_) poses.push_back(body.motion.at(t));
    const auto& rest = particles.get<Vec3Column>("rest");
    const auto& body = particles.get<IndexColumn>("body");
    auto& x = particles.positions();
    auto& v = particles.get<Vec3Column>("v");
    parallel_for("place boundary", particles.size(), [&](Index i) {
        x.set(i, box_.wrapped(poses[body[i]].apply(rest[i])));
        v.set(i, bodies_[body[i]].motion.velocity_at(t, rest[i]));
    });
    max_speed_ = parallel_max(
        "boundary speed", particles.size(), [&](Index i) { return v[i].norm(); }, max_speed_);
}

void BoundaryAkinci2012::move_to(double t) {
    if (!moving_) return;
    const ProfileScope scope("move boundary");
    max_speed_ = 0.0f;
    place(moving_->particles, t);
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
