#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/contact/rigid_coupling_gissler2019.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace lamella {
namespace {

constexpr std::size_t kPiece = 512;  // entries that are summed in one go
constexpr std::ptrdiff_t kFewPieces = 1;

}  // namespace

void RigidCouplingGissler2019::find(const SphLiquid& liquid, const BodyShares& near, const BodyStates& now) {
    bodies_.clear();
    for (std::size_t b = 0; b < now.of.size(); ++b)
        if (now.of[b].answer.any()) add_body(static_cast<Index>(b), now.of[b].answer);
    if (none()) return;
    const ProfileScope scope("bodies in the pressure");
    volume_ = std::pow(static_cast<double>(liquid.spacing), 3);
    find_entries(liquid, near, now.of.size());
    const auto n = static_cast<std::size_t>(liquid.size());
    give_way_.assign(n, 0.0f);
    diagonal_.assign(n, 0.0f);
    bound_rows();
}

void RigidCouplingGissler2019::add_body(Index number, const BodyAnswer& answer) {
    Coupled body;
    body.number = number;
    body.answer = answer;
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
    std::vector<std::size_t> count(bodies_.size() + 1, 0);
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
            ++count[static_cast<std::size_t>(b) + 1];
        }
        if (entries_.size() > first) begins_.push_back(first);
    }
    begins_.push_back(entries_.size());
    for (std::size_t b = 0; b < bodies_.size(); ++b) count[b + 1] += count[b];
    pieces_.clear();
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        for (std::size_t at = count[b]; at < count[b + 1]; at += kPiece)
            pieces_.push_back({static_cast<Index>(b), at, std::min(at + kPiece, count[b + 1])});
    of_bodies_.resize(entries_.size());
    for (std::size_t e = 0; e < entries_.size(); ++e)
        of_bodies_[count[static_cast<std::size_t>(entries_[e].body)]++] = e;
}

// Over the entries of each body, piece by piece in their order.
template <class Term>
std::vector<RigidCouplingGissler2019::Vec6> RigidCouplingGissler2019::sums(const Term& term) const {
    std::vector<Vec6> parts(pieces_.size(), Vec6::Zero());
    parallel_for(
        "pushes of bodies", static_cast<Index>(pieces_.size()),
        [&](Index k) {
            const auto at = static_cast<std::size_t>(k);
            for (std::size_t e = pieces_[at].begin; e < pieces_[at].end; ++e)
                parts[at] += term(entries_[of_bodies_[e]]);
        },
        kFewPieces);
    std::vector<Vec6> all(bodies_.size(), Vec6::Zero());
    for (std::size_t k = 0; k < parts.size(); ++k) all[static_cast<std::size_t>(pieces_[k].body)] += parts[k];
    return all;
}

void RigidCouplingGissler2019::bound_rows() {
    const auto scaled = [&](const Entry& entry) -> Vec6 {
        return (bodies_[static_cast<std::size_t>(entry.body)].root * entry.w.cast<double>()).cwiseAbs();
    };
    const std::vector<Vec6> of_body = sums(scaled);
    parallel_for("rows of bodies", static_cast<Index>(begins_.size()) - 1, [&](Index k) {
        const auto at = static_cast<std::size_t>(k);
        double bound = 0.0;
        for (std::size_t e = begins_[at]; e < begins_[at + 1]; ++e)
            bound += scaled(entries_[e]).dot(of_body[static_cast<std::size_t>(entries_[e].body)]);
        diagonal_[static_cast<std::size_t>(entries_[begins_[at]].particle)] = static_cast<Real>(volume_ * bound);
    });
}

void RigidCouplingGissler2019::expect_no_change() {
    for (Coupled& body : bodies_) body.expected = body.change = Vec6::Zero();
    move_boundaries();
}

void RigidCouplingGissler2019::expect(const BodyLoads& given, double dt) {
    for (Coupled& body : bodies_) {
        const BodyLoad& load = given.on[static_cast<std::size_t>(body.number)];
        Vec6 impulse;
        impulse << load.impulse, load.angular - cross(body.answer.centre, load.impulse);
        Vec6 else_acts;
        else_acts << body.answer.acceleration, body.answer.spin_up;
        body.expected = body.change = body.inverse_mass * impulse + dt * else_acts;
    }
    move_boundaries();
}

void RigidCouplingGissler2019::answer(std::span<const Real> pressure, double dt) {
    if (none()) return;
    const std::vector<Vec6> pushed = sums([&](const Entry& entry) -> Vec6 {
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
