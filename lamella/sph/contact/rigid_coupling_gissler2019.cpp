#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/contact/rigid_coupling_gissler2019.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <Eigen/Eigenvalues>

namespace lamella {

void RigidCouplingGissler2019::find(const SphLiquid& liquid, const BodyShares& near, const BodyStates& now) {
    bodies_.clear();
    for (std::size_t b = 0; b < now.of.size(); ++b)
        if (now.of[b].answer.any()) add_body(static_cast<Index>(b), now.of[b]);
    if (none()) return;
    const ProfileScope scope("bodies in the pressure");
    volume_ = std::pow(static_cast<double>(liquid.spacing), 3);
    find_entries(liquid, near, now.of.size());
    const auto n = static_cast<std::size_t>(liquid.size());
    give_way_.assign(n, 0.0f);
    diagonal_.assign(n, 0.0f);
    bound_rows();
}

void RigidCouplingGissler2019::add_body(Index number, const BodyState& state) {
    const BodyAnswer& answer = state.answer;
    Coupled body;
    body.number = number;
    body.answer = answer;
    body.rates << state.drift, state.spin();
    body.inverse_mass.diagonal().head<3>() = answer.inverse_mass;
    body.inverse_mass.bottomRightCorner<3, 3>() = answer.inverse_inertia;
    const Eigen::SelfAdjointEigenSolver<Mat3d> turns(answer.inverse_inertia);
    body.root.diagonal().head<3>() = answer.inverse_mass.cwiseSqrt();
    body.root.bottomRightCorner<3, 3>() =
        turns.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal() * turns.eigenvectors().transpose();
    bodies_.push_back(body);
}

void RigidCouplingGissler2019::find_entries(const SphLiquid& liquid, const BodyShares& near, std::size_t all_bodies) {
    std::vector<Index> place(all_bodies, -1);
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        place[static_cast<std::size_t>(bodies_[b].number)] = static_cast<Index>(b);
    entries_.clear();
    begins_.clear();
    for (Index k = 0; k < near.size(); ++k) {
        const std::size_t first = entries_.size();
        const Index i = near.particle(k);
        for (const BodyShare& share : near.around(k)) {
            const Index b = share.body == kDomainWalls ? -1 : place[static_cast<std::size_t>(share.body)];
            if (b < 0) continue;
            Entry entry{i, b, {}};
            const Vec3 arm = liquid.places.vec(i) - bodies_[static_cast<std::size_t>(b)].answer.centre.cast<Real>();
            entry.w << share.slope, cross(arm, share.slope);
            entries_.push_back(entry);
        }
        if (entries_.size() > first) begins_.push_back(first);
    }
    begins_.push_back(entries_.size());
    sums_.find(entries_.size(), bodies_.size(),
               [&](std::size_t e) { return static_cast<std::size_t>(entries_[e].body); });
}

void RigidCouplingGissler2019::bound_rows() {
    const auto scaled = [&](std::size_t e) -> Vec6d {
        const Entry& entry = entries_[e];
        return (bodies_[static_cast<std::size_t>(entry.body)].root * entry.w.cast<double>()).cwiseAbs();
    };
    const std::vector<Vec6d> of_body = sums_.of(Vec6d::Zero().eval(), scaled);
    parallel_for("rows of bodies", static_cast<Index>(begins_.size()) - 1, [&](Index k) {
        const auto at = static_cast<std::size_t>(k);
        double bound = 0.0;
        for (std::size_t e = begins_[at]; e < begins_[at + 1]; ++e)
            bound += scaled(e).dot(of_body[static_cast<std::size_t>(entries_[e].body)]);
        diagonal_[static_cast<std::size_t>(entries_[begins_[at]].particle)] = static_cast<Real>(volume_ * bound);
    });
}

void RigidCouplingGissler2019::expect_no_change() {
    for (Coupled& body : bodies_) body.expected = body.change = Vec6d::Zero();
    move_boundaries();
}

void RigidCouplingGissler2019::expect(const BodyLoads& given, double dt) {
    for (Coupled& body : bodies_) {
        const BodyLoad& load = given.on[static_cast<std::size_t>(body.number)];
        Vec6d impulse;
        impulse << load.impulse, load.angular - cross(body.answer.centre, load.impulse);
        Vec6d else_acts;
        else_acts << body.answer.acceleration, body.answer.spin_up;
        body.expected = body.change = body.inverse_mass * impulse + dt * else_acts;
    }
    move_boundaries();
}

void RigidCouplingGissler2019::answer(std::span<const Real> pressure, double dt) {
    if (none()) return;
    const std::vector<Vec6d> pushed = sums_.of(Vec6d::Zero().eval(), [&](std::size_t e) -> Vec6d {
        const Entry& entry = entries_[e];
        return static_cast<double>(pressure[static_cast<std::size_t>(entry.particle)]) * entry.w.cast<double>();
    });
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        bodies_[b].change = bodies_[b].expected + volume_ * dt * (bodies_[b].inverse_mass * pushed[b]);
    move_boundaries();
}

void RigidCouplingGissler2019::move_boundaries() {
    if (none()) return;
    parallel_for("bodies give way", static_cast<Index>(begins_.size()) - 1, [&](Index k) {
        const auto at = static_cast<std::size_t>(k);
        double sum = 0.0;
        for (std::size_t e = begins_[at]; e < begins_[at + 1]; ++e)
            sum += entries_[e].w.cast<double>().dot(bodies_[static_cast<std::size_t>(entries_[e].body)].change);
        give_way_[static_cast<std::size_t>(entries_[begins_[at]].particle)] = static_cast<Real>(sum);
    });
}

}  // namespace lamella
