#include <lamella/sph/contact/rigid_viscosity.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <Eigen/LU>

namespace lamella {
namespace {

Vec3d at(std::span<const Real> u, Index i) {
    const auto k = 4 * static_cast<std::size_t>(i);
    return {u[k], u[k + 1], u[k + 2]};
}

void add_at(std::span<Real> u, Index i, const Vec3d& v) {
    for (int c = 0; c < 3; ++c)
        u[4 * static_cast<std::size_t>(i) + static_cast<std::size_t>(c)] += static_cast<Real>(v[c]);
}

}  // namespace

Vec3d RigidViscosity::arm(std::size_t e) const {
    const auto& entry = liquid_->coupling.entries()[e];
    const auto& body = liquid_->coupling.bodies()[static_cast<std::size_t>(entry.body)];
    return liquid_->places.vec(entry.particle).cast<double>() - body.answer.centre;
}

// J_i V
Vec3d RigidViscosity::velocity_at(const Vec6d& rates, std::size_t e) const {
    return rates.head<3>() + cross(Vec3d(rates.tail<3>()), arm(e));
}

// m J_i^T
Vec6d RigidViscosity::pushed(const Vec3d& change, std::size_t e) const {
    Vec6d push;
    push << change, cross(arm(e), change);
    return mass_ * push;
}

void RigidViscosity::start(const SphLiquid& liquid, std::vector<Mat3> blocks) {
    liquid_ = &liquid;
    blocks_ = std::move(blocks);
    mass_ = static_cast<double>(liquid.rest_density) * std::pow(static_cast<double>(liquid.spacing), 3);
    const std::vector<Mat6d> K = liquid.coupling.sums().of(Mat6d::Zero().eval(), [&](std::size_t e) -> Mat6d {
        const Mat3d H = blocks_[e].cast<double>();
        Mat6d product;
        for (int c = 0; c < 6; ++c) product.col(c) = pushed(H * velocity_at(Vec6d::Unit(c), e), e);
        return product;
    });
    bodies_.clear();
    for (std::size_t b = 0; b < K.size(); ++b) {
        const auto& coupled = liquid.coupling.bodies()[b];
        Answer body{coupled.rates, coupled.expected, {}, {}, {}};
        body.mixed = (Mat6d::Identity() + coupled.inverse_mass * K[b]).inverse();
        body.answer = body.mixed * coupled.inverse_mass;
        body.fixed = body.mixed * body.expected - body.answer * (K[b] * body.rates);
        bodies_.push_back(body);
    }
}

// m sum_i J_i^T H_i u_i
std::vector<Vec6d> RigidViscosity::taken_from(std::span<const Real> u) const {
    return liquid_->coupling.sums().of(Vec6d::Zero().eval(), [&](std::size_t e) -> Vec6d {
        return pushed(blocks_[e].cast<double>() * at(u, liquid_->coupling.entries()[e].particle), e);
    });
}

void RigidViscosity::add_to_right_side(std::span<Real> b) const {
    for (std::size_t e = 0; e < blocks_.size(); ++e) {
        const auto& entry = liquid_->coupling.entries()[e];
        const Vec6d& rates = bodies_[static_cast<std::size_t>(entry.body)].fixed;
        add_at(b, entry.particle, blocks_[e].cast<double>() * velocity_at(rates, e));
    }
}

void RigidViscosity::add_product(std::span<const Real> u, std::span<Real> image) const {
    std::vector<Vec6d> rates = taken_from(u);
    for (std::size_t b = 0; b < rates.size(); ++b) rates[b] = bodies_[b].answer * rates[b];
    for (std::size_t e = 0; e < blocks_.size(); ++e) {
        const auto& entry = liquid_->coupling.entries()[e];
        const Vec6d& moved = rates[static_cast<std::size_t>(entry.body)];
        add_at(image, entry.particle, -(blocks_[e].cast<double>() * velocity_at(moved, e)));
    }
}

BodyLoads RigidViscosity::loads(std::span<const Real> u, std::size_t all_bodies) const {
    std::vector<Vec6d> rates = taken_from(u);
    for (std::size_t b = 0; b < rates.size(); ++b)
        rates[b] = bodies_[b].rates + bodies_[b].fixed + bodies_[b].answer * rates[b];
    const std::vector<Vec6d> pushes = liquid_->coupling.sums().of(Vec6d::Zero().eval(), [&](std::size_t e) -> Vec6d {
        const auto& entry = liquid_->coupling.entries()[e];
        const Vec3d past = at(u, entry.particle) - velocity_at(rates[static_cast<std::size_t>(entry.body)], e);
        return pushed(blocks_[e].cast<double>() * past, e);
    });
    BodyLoads all(all_bodies);
    for (std::size_t b = 0; b < pushes.size(); ++b) {
        const auto& body = liquid_->coupling.bodies()[b];
        const Vec3d impulse = pushes[b].head<3>();
        all.of(body.number) = {impulse, pushes[b].tail<3>() + cross(body.answer.centre, impulse)};
    }
    return all;
}

Vec3 RigidViscosity::lost_to_still_body(std::span<const Real> u, std::size_t e) const {
    const auto& entry = liquid_->coupling.entries()[e];
    const Vec3d past = at(u, entry.particle) - velocity_at(bodies_[static_cast<std::size_t>(entry.body)].rates, e);
    return (blocks_[e].cast<double>() * past).cast<Real>();
}

}  // namespace lamella
