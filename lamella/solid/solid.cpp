#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/solid/solid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kShareOfStep = 0.6;      // of the time that sound takes from particle to particle
constexpr double kShareWithCracks = 0.5;  // forces jump where pairs part, and the books close with dt^2
constexpr double kMargin = 1.5;           // in stiffness, that this share leaves
constexpr Real kCrushed = 1e6f;           // stiffness of matter that nothing can save

// In the order of cells, as RestShape needs them.
RestShape rest_shape(SolidSetup& setup, const PeriodicBox& periodic) {
    NeighbourGrid grid(RestShape::kSupport * setup.spacing, periodic);
    grid.build(setup.particles);
    if (const auto* cells = setup.particles.find<ScalarColumn>("cell")) {
        std::vector<Real> volumes, edges(cells->span().begin(), cells->span().end());
        for (const Real edge : edges) volumes.push_back(setup.volume * std::pow(edge / setup.spacing, 3.0f));
        return {setup.particles.positions(), volumes, std::move(edges), setup.spacing, periodic};
    }
    return {setup.particles.positions(), setup.volume, setup.spacing, periodic};
}

std::vector<Index> held_by(const SolidSetup& setup, bool any) {
    if (!any) return {};
    const auto parts = setup.particles.get<IndexColumn>("held").span();
    return {parts.begin(), parts.end()};
}

// Particles with few others left, or all of them near one plane, have gradients that say little: they take the mean of
// those of their others that are well, without any nothing but their displacement counts.
void trust_neighbours(const RestShape& shape, std::vector<Mat3>& gradients) {
    constexpr Real kWell = 0.999f;  // the share of the particle's own energy that counts
    const std::vector<Mat3> before = gradients;
    parallel_for("gradients at cracks", shape.size(), [&](Index i) {
        if (shape.share(i) >= kWell) return;
        Mat3 sum = Mat3::Zero();
        Real weight = 0.0f;
        shape.for_each_other(i, [&](Index j, Real kernel) {
            if (kernel <= 0.0f || shape.share(j) < kWell) return;
            sum += kernel * before[j];
            weight += kernel;
        });
        gradients[i] = weight > 0.0f ? Mat3(sum / weight) : Mat3(Mat3::Zero());
    });
}

}  // namespace

Solid::Solid(SolidSetup setup, const SolidSurroundings& around)
    : name_(std::move(setup.name)),
      matter_(setup.matter),
      elasticity_(rest_shape(setup, around.periodic), setup.matter),
      distance_(setup.distance),
      law_(ContactLaw::of(setup.matter, setup.spacing, setup.friction, setup.contact_damping)),
      most_pairs_(std::ranges::max(elasticity_.shape().pair_counts())),
      contact_(law_, setup.spacing),
      held_(std::move(setup.held)),
      held_by_(held_by(setup, !held_.empty())) {
    if (setup.surfels)
        surfel_skin_ = SurfelSkin(setup.mesh, *setup.surfels, elasticity_.shape());
    else if (!setup.mesh.empty())
        mesh_ = SkinnedMesh(std::move(setup.mesh), elasticity_.shape());
    if (setup.fracture) {
        elasticity_.allow_cracks();
        fracture_.emplace(*setup.fracture, elasticity_.shape(), matter_, std::move(setup.distance),
                          std::move(setup.control));
        shown_.add<IndexColumn>("fragment");
    }
    const auto n = static_cast<std::size_t>(size());
    moved_.resize(size());
    carried_.assign(n, Vec3::Zero());
    acceleration_.assign(n, Vec3::Zero());
    const auto& v = setup.particles.get<Vec3Column>("v");
    for (Index i = 0; i < size(); ++i) velocity_.push_back(v[i]);
    shown_.resize(size());
    shown_.add<IndexColumn>("id") = setup.particles.get<IndexColumn>("id");
    shown_.add<Vec3Column>("rest") = setup.particles.positions();
    for (const char* column : {"P", "v"}) shown_.add<Vec3Column>(column);
    shown_.add<ScalarColumn>("density");
    if (!elasticity_.shape().uniform()) {
        auto& radii = shown_.add<ScalarColumn>("pscale");
        for (Index i = 0; i < size(); ++i) radii[i] = 0.5f * elasticity_.shape().spacing(i);
    }
    for (const std::string& column : around.attributes) shown_.add<ScalarColumn>(column);
    for (Index i = 0; i < size(); ++i)
        if (!held(i, around.start)) acceleration_[i] = around.gravity;
    touch_points_ = points_now();
    find_bounds();
    stiffness_ = elasticity_.stiffness_at_rest();
    rigid_ = RigidPieces(mass(0), spacing());
    if (fracture_) {  // at its notches
        part_again();
        join_crumbs(0.0, around.start);
    }
    show(around);
}

double Solid::longest_step() const {
    const double share = fracture_ ? kShareWithCracks : kShareOfStep;
    const double rest = share * elasticity_.shape().spacing() / matter_.elastic.sound_speed(matter_.density);
    return rest / std::sqrt(std::max(stiffness_ / kMargin, 1.0));
}

void Solid::move(const Step& step, double time) {
    kick(0.5 * step.dt);
    drift(step.dt);
    hold(time);
    find_bounds();
    stiffness_ = elasticity_.find_stresses(moved_, static_cast<Real>(step.dt));
    if (!(stiffness_ < kCrushed))
        throw RunError(
            fmt::format("t = {:.5g} s: the solid '{}' is crushed to nothing somewhere; less force, or a "
                        "stiffer material, keeps it whole",
                        time, name_));
}

void Solid::end_step(const Step& step, double time) {
    if (!held_by_.empty())
        parallel_for("held parts", size(), [&](Index i) {
            if (held(i, time)) acceleration_[i].setZero();
        });
    kick(0.5 * step.dt);
    if (fracture_) crack(step.dt, time);
}

void Solid::find_bounds() {
    bounds_ = parallel_reduce<Box3>(
        "bounds of solid", size(), {},
        [&](Index i) {
            const Vec3 x = position(i);
            return Box3{x, x};
        },
        [](Box3 a, const Box3& b) {
            a.extend(b);
            return a;
        });
    fastest_ = parallel_max(
        "speed of solid", size(), [&](Index i) { return velocity_[i].norm(); }, 0.0f);
}

void Solid::kick(double dt) {
    const auto h = static_cast<Real>(dt);
    parallel_for("kick solid", size(), [&](Index i) { velocity_[i] += h * acceleration_[i]; });
    if (!rigid_.any()) return;
    rigid_.kick([&](Index i) { return acceleration_[i]; }, dt);
    move_rigid();
}

// What a float cannot add to a displacement waits for the next step.
void Solid::drift(double dt) {
    const auto h = static_cast<Real>(dt);
    parallel_for("drift solid", size(), [&](Index i) {
        const Vec3 before = moved_.vec(i);
        const Vec3 way = h * velocity_[i] + carried_[i];
        const Vec3 after = before + way;
        carried_[i] = way - (after - before);
        moved_.set(i, after, 0.0f);
    });
    if (!rigid_.any()) return;
    rigid_.drift(dt);
    move_rigid();
}

void Solid::move_rigid() {
    rigid_.for_each([&](Index i, const Vec3d& x, const Vec3d& v) {
        moved_.set(i, (x - elasticity_.shape().place(i).cast<double>()).cast<Real>(), 0.0f);
        velocity_[i] = v.cast<Real>();
        carried_[i].setZero();
    });
}

void Solid::hold(double time) {
    if (held_by_.empty()) return;
    std::vector<RigidTransform> poses;
    std::vector<std::pair<Mat3d, Vec3d>> rates;
    for (const HeldPart& part : held_) {
        poses.push_back(part.motion.at(time));
        rates.push_back(part.motion.rates_at(time));
    }
    parallel_for("held parts", size(), [&](Index i) {
        if (!held(i, time)) return;
        const auto part = static_cast<std::size_t>(held_by_[i]);
        const Vec3 X = elasticity_.shape().place(i);
        const Mat3 turn = poses[part].rotation - Mat3::Identity();
        moved_.set(i, turn * X + poses[part].translation, 0.0f);
        carried_[i].setZero();
        const Vec3d arm = X.cast<double>() - held_[part].motion.pivot.cast<double>();
        velocity_[i] = (rates[part].first * arm + rates[part].second).cast<Real>();
    });
}

void Solid::accelerate(const SolidSurroundings& around, const Step& step, double time) {
    elasticity_.forces(moved_, [&](Index i, const Vec3& force) {
        acceleration_[i] = static_cast<Real>(1.0 / mass(i)) * force + around.gravity;
        if (!around.forces.none()) acceleration_[i] += around.forces.acceleration(position(i), velocity_[i], time);
    });
    const auto place = [&](Index i) { return position(i); };
    const auto speed = [&](Index i) { return velocity_[i]; };
    const auto push_one = [&](Index i, const Vec3& force) { push(i, force); };
    contact_.push({around.bodies, step.after, around.walls}, touch_points_, {place, speed, push_one}, step.dt,
                  step.loads);
}

void Solid::show(const SolidSurroundings& around) {
    std::vector<Mat3> gradients(static_cast<std::size_t>(size()));
    auto& x = shown_.positions();
    auto& v = shown_.get<Vec3Column>("v");
    auto& density = shown_.get<ScalarColumn>("density");
    auto* stress = shown_.find<ScalarColumn>("stress");
    auto* flowed = shown_.find<ScalarColumn>("plastic_strain");
    auto* volume = shown_.find<ScalarColumn>("J");
    parallel_for("gradients", size(), [&](Index i) { gradients[i] = elasticity_.gradient(moved_, i); });
    rigid_.for_each_rotation(
        [&](Index i, const Mat3d& turn) { gradients[i] = (turn - Mat3d::Identity()).cast<Real>(); });
    parallel_for("show solid", size(), [&](Index i) {
        const auto inside = elasticity_.inside(gradients[i], i);
        x.set(i, around.periodic.wrapped(position(i)));
        v.set(i, velocity_[i]);
        density[i] = matter_.density / std::max(inside.volume, 1e-3f);
        if (stress) (*stress)[i] = inside.von_mises;
        if (flowed) (*flowed)[i] = inside.flowed;
        if (volume) (*volume)[i] = inside.volume;
    });
    const RestShape& shape = elasticity_.shape();
    if (cracked() && !surfel_skin_.empty()) trust_neighbours(shape, gradients);
    const CarriedField field(shape.places(), moved_, gradients, shape.place(0));
    if (!surfel_skin_.empty()) surfel_skin_.move(field, fracture_ ? &*fracture_ : nullptr);
    if (fracture_) {
        for (Index i = 0; i < size(); ++i) shown_.get<IndexColumn>("fragment")[i] = fracture_->fragments().of(i);
        if (surfel_skin_.empty() && fracture_->sheets().triangle_count() > 0) {
            shown_mesh_ = broken_.moved(*fracture_, shape, moved_, gradients);
            return;
        }
    }
    if (!mesh_.empty()) shown_mesh_ = mesh_.moved(field);
}

SolidEnergy Solid::energy() const {
    SolidEnergy energy = elasticity_.energy(moved_);
    energy.elastic += contact_.stored_energy();
    energy.dissipated += contact_.dissipated() + fracture_energy_ + damped_energy_;
    return energy;
}

Balance Solid::balance(const Vec3& gravity, const Vec3d& centre) const {
    const auto at = [&](Index i) -> Vec3d { return position(i).cast<double>() - centre; };
    const auto v = [&](Index i) -> Vec3d { return velocity_[i].cast<double>(); };
    const Vec3d zero = Vec3d::Zero();
    Balance all;
    all.particles = size();
    all.volume = elasticity_.shape().whole_volume();
    all.mass = elasticity_.shape().uniform() ? mass(0) * size() : matter_.density * all.volume;
    all.momentum = parallel_sum(
        "momentum", size(), [&](Index i) -> Vec3d { return mass(i) * v(i); }, zero);
    all.angular_momentum = parallel_sum(
        "angular momentum", size(), [&](Index i) -> Vec3d { return mass(i) * cross(at(i), v(i)); }, zero);
    all.kinetic_energy =
        parallel_sum("kinetic energy", size(), [&](Index i) { return 0.5 * mass(i) * v(i).squaredNorm(); });
    const RigidPieces::Spin spin = rigid_.spin();
    all.angular_momentum += spin.momentum;
    all.kinetic_energy += spin.energy;
    const Vec3d weight = -gravity.cast<double>();
    all.potential_energy =
        parallel_sum("potential energy", size(), [&](Index i) { return mass(i) * weight.dot(at(i)); });
    const SolidEnergy energy = this->energy();
    all.elastic_energy = energy.elastic;
    all.dissipated_energy = energy.dissipated;
    return all;
}

std::size_t Solid::memory_bytes() const {
    const std::size_t each = 4 * sizeof(Real) + 3 * sizeof(Vec3) + (held_by_.empty() ? 0 : sizeof(Index)) +
                             3 * sizeof(Vec3) + (2 + shown_.columns().size() - 4) * sizeof(Real);
    return elasticity_.memory_bytes() + touch_points_.memory_bytes() + each * static_cast<std::size_t>(size());
}

}  // namespace lamella
