// What cracks do to a solid between its steps.
#include <lamella/solid/solid.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Of pairs, both of them once.
std::vector<Index> both_of(std::span<const PairChange> changes) {
    std::vector<Index> all;
    for (const PairChange& change : changes) all.insert(all.end(), {change.i, change.j});
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

// Whether nobody is where a particle's others lean away from, and that by far. Where cells differ, the number of others
// says nothing.
bool one_sided(const RestShape& shape, Index i) {
    constexpr Real kOneSided = 0.15f;  // of the sum of the sizes; at least 0.27 at a face of a lattice
    constexpr Real kThere = 0.5f;      // cosine
    Vec3 sum = Vec3::Zero();
    Real sizes = 0.0f;
    shape.for_each_other(i, [&](Index j, Real kernel) {
        const Vec3 way = shape.between(i, j);
        sum += kernel * shape.volume(j) * way;
        sizes += kernel * shape.volume(j) * way.norm();
    });
    if (sum.norm() <= kOneSided * sizes) return false;
    const Vec3 away = -sum.normalized();
    bool alone = true;
    shape.for_each_other(i, [&](Index j, Real kernel) {
        const Vec3 way = shape.between(i, j);
        alone = alone && (kernel <= 0.0f || way.dot(away) <= kThere * way.norm());
    });
    return alone;
}

std::vector<Index> with_others(const RestShape& shape, std::span<const Index> particles) {
    std::vector<Index> all(particles.begin(), particles.end());
    for (const Index i : particles) shape.for_each_other(i, [&](Index j, Real) { all.push_back(j); });
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

}  // namespace

// Between two half kicks, when places and velocities belong to one moment: so the energy of the cut pairs is known
// (the books close within a per cent; cutting elsewhere in the step leaves up to a fifth unaccounted for).
void Solid::crack(double dt, double time) {
    fracture_->advance(dt, time, elasticity_);
    const std::vector<PairChange> changes = fracture_->take_changes();
    if (!changes.empty()) {
        part(changes, dt, time);
        join_crumbs(dt, time);
    }
    if (fracture_->started() > 0 && fracture_->parameters().damping > 0.0f) damp_pieces(time);
}

// What leapfrog steps keep is the energy less dt^2 / 8 times the sum of m a^2: as forces jump where pairs part, that
// much of what is set free never comes to move anything, and counts as taken by the crack.
void Solid::part(std::span<const PairChange> changes, double dt, double time) {
    const std::vector<Index> touched = both_of(changes), around = with_others(elasticity_.shape(), touched);
    const auto energy = [&] {
        return parallel_sum("energy at cracks", static_cast<Index>(touched.size()),
                            [&](Index k) { return elasticity_.elastic_energy(moved_, touched[k]); }) -
               0.125 * dt * dt * parallel_sum("jumps at cracks", static_cast<Index>(around.size()), [&](Index k) {
                   return mass(around[k]) * acceleration_[around[k]].cast<double>().squaredNorm();
               });
    };
    const auto add_forces = [&](Real sign) {
        parallel_for(
            "forces at cracks", static_cast<Index>(around.size()),
            [&](Index k) {
                const Index i = around[k];
                if (!held(i, time))
                    acceleration_[i] += sign * static_cast<Real>(1.0 / mass(i)) * elasticity_.force(moved_, i);
            },
            64);
    };
    fracture_energy_ += energy();
    add_forces(-1.0f);
    elasticity_.part(changes, touched, moved_);
    add_forces(1.0f);
    fracture_energy_ -= energy();
    broken_.forget();
    renew_skin();
}

// Matter that cracks or flows touches as balls: whoever has few others left is at a face. Where matter has flowed
// little holds shapes that alternate from particle to particle, which forces on points outside them would raise.
TouchPoints Solid::points_now() const {
    constexpr Real kFewestPairs = 0.9f;  // of the most at the start; fewer have those at a face
    const RestShape& shape = elasticity_.shape();
    if (!cracked() && elasticity_.plastic().flow.empty()) return {shape, distance_};
    std::vector<char> outer(static_cast<std::size_t>(size()));
    parallel_for("faces of fragments", size(), [&](Index i) {
        if (!shape.uniform()) {
            outer[i] = one_sided(shape, i) ? 1 : 0;
            return;
        }
        Index count = 0;
        shape.for_each_other(i, [&](Index, Real kernel) { count += kernel > 0.0f ? 1 : 0; });
        outer[i] = static_cast<Real>(count) < kFewestPairs * static_cast<Real>(most_pairs_) ? 1 : 0;
    });
    std::vector<Index> balls;
    for (Index i = 0; i < size(); ++i)
        if (outer[i]) balls.push_back(i);
    return TouchPoints::balls(shape, balls);
}

void Solid::renew_skin() {
    TouchPoints now = points_now();
    if (now.of_balls() != touch_points_.of_balls()) contact_.forget();
    touch_points_ = std::move(now);
}

// What the books have already: notches of the start, cracks of a state that has come back.
void Solid::part_again() {
    const std::vector<PairChange> changes = fracture_->take_changes();
    if (changes.empty()) return;
    elasticity_.part(changes, both_of(changes), moved_);
    elasticity_.still(rigid_.particles(), moved_);
    broken_.forget();
    renew_skin();
}

// Fragments none of whose particles is healthy; what is held is not free to move as one.
void Solid::join_crumbs(double dt, double time) {
    constexpr Real kHealthy = 0.5f;  // share of its energy that a particle has
    const Fragments& fragments = fracture_->fragments();
    rigid_.fall_apart(fragments.names());
    std::vector<char> elastic(static_cast<std::size_t>(fragments.count()), 0);
    for (Index i = 0; i < size(); ++i)
        if (elasticity_.shape().share(i) > kHealthy || held(i, time)) elastic[fragments.of(i)] = 1;
    for (Index p = 0; p < rigid_.count(); ++p) elastic[fragments.of(rigid_.particles(p).front())] = 1;
    std::vector<Index> crumb_of(elastic.size(), -1);
    std::vector<std::vector<Index>> crumbs;
    for (Index i = 0; i < size(); ++i) {
        const Index name = fragments.of(i);
        if (elastic[name]) continue;
        if (crumb_of[name] < 0) {
            crumb_of[name] = static_cast<Index>(crumbs.size());
            crumbs.emplace_back();
        }
        crumbs[crumb_of[name]].push_back(i);
    }
    if (!crumbs.empty()) make_rigid(crumbs, dt);
}

// Both momenta stay; the energy that their particles had among themselves is booked as lost, with that of the jump of
// forces (part()).
void Solid::make_rigid(const std::vector<std::vector<Index>>& crumbs, double dt) {
    std::vector<Index> all, rigid = rigid_.particles();
    for (const auto& crumb : crumbs) all.insert(all.end(), crumb.begin(), crumb.end());
    rigid.insert(rigid.end(), all.begin(), all.end());
    const auto energy = [&] {
        double sum = rigid_.spin().energy;
        for (const Index i : all)
            sum += elasticity_.elastic_energy(moved_, i) + 0.5 * mass(i) * velocity_[i].cast<double>().squaredNorm() -
                   0.125 * dt * dt * mass(i) * acceleration_[i].cast<double>().squaredNorm();
        return sum;
    };
    const auto add_forces = [&](Real sign) {
        for (const Index i : all)
            acceleration_[i] += sign * static_cast<Real>(1.0 / mass(i)) * elasticity_.force(moved_, i);
    };
    fracture_energy_ += energy();
    add_forces(-1.0f);
    elasticity_.still(rigid, moved_);
    add_forces(1.0f);
    for (const auto& crumb : crumbs)
        rigid_.begin(
            crumb, [&](Index i) { return position(i); }, [&](Index i) { return velocity_[i]; });
    move_rigid();
    fracture_energy_ -= energy();
    renew_skin();
}

// Velocities of pairs along their line come nearer to one another. Both momenta stay.
void Solid::damp_pieces(double time) {
    const Real share = fracture_->parameters().damping;
    const RestShape& shape = elasticity_.shape();
    constexpr Real kWhole = 1.6f;  // sum of the kernels of a particle inside the solid
    const auto kinetic = [&] {
        return parallel_sum("kinetic energy", size(),
                            [&](Index i) { return 0.5 * mass(i) * velocity_[i].cast<double>().squaredNorm(); });
    };
    const double before = kinetic();
    std::vector<Vec3> changed(velocity_);
    parallel_for("damp pieces", size(), [&](Index i) {
        if (held(i, time)) return;
        shape.for_each_other(i, [&](Index j, Real kernel) {
            if (kernel <= 0.0f) return;
            const Vec3 apart = position(j) - position(i);
            const Real squared = apart.squaredNorm();
            if (squared > 0.0f)
                changed[i] += share / kWhole * kernel * (velocity_[j] - velocity_[i]).dot(apart) / squared * apart;
        });
    });
    velocity_.swap(changed);
    damped_energy_ += before - kinetic();
}

}  // namespace lamella
