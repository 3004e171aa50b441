#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/symmetric_sums.hpp>
#include <lamella/sph/viscosity_weiler2018.hpp>

#include <Eigen/LU>

namespace lamella {
namespace {

constexpr Real kDimensionFactor = 10.0f;  // 2 (d + 2)

// The factor of (v_ij . x_ij) x_ij in the sum: negative.
struct PairWeight {
    explicit PairWeight(const SphKernel& kernel) : W(kernel), softening(0.01f * kernel.h * kernel.h) {}
    template <class Neighbour>
    Pack operator()(const Neighbour& j) const {
        return kDimensionFactor * W.slope_over_r(j.distance()) / (j.distance_squared + softening);
    }
    SphKernel W;
    Real softening;
};

}  // namespace

template <class SharesOf>
void ViscosityWeiler2018::set_up(const SphLiquid& liquid, const SharesOf& shares_of, Real dt) {
    const PairWeight weight(liquid.kernel);
    const auto& v = liquid.particles.get<Vec3Column>("v");
    right_side_.resize(liquid.size());
    velocity_.resize(liquid.size());
    image_.resize(liquid.size());
    inverse_blocks_.resize(liquid.size());
    parallel_for("viscosity set-up", liquid.size(), [&](Index i) {
        const auto shares = shares_of(i);
        Mat3 block = liquid.volume * symmetric_matrix(sum_over(liquid.lists.of(i), [&](auto j) {
                         return outer_product(shares(j) * weight(j), j.difference);
                     }));
        Vec3 from_solids = Vec3::Zero();
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            block += shares.own() * symmetric_matrix(sum_over(set.lists.of(i), [&](auto b) {
                         return outer_product(b.carried * weight(b), b.difference);
                     }));
            from_solids += shares.own() * sum_over(set.lists.of(i), [&](auto b) {
                               return b.carried * weight(b) * set.motion[b].xyz.dot(b.difference) * b.difference;
                           });
        }
        inverse_blocks_[i] = (Mat3::Identity() - dt * nu_ * block).inverse();
        right_side_.set(i, v[i] - dt * nu_ * from_solids, 0.0f);
        velocity_.set(i, v[i], 0.0f);
    });
    bodies_.start(liquid, blocks_of_bodies(liquid, shares_of, dt));
    if (!bodies_.none()) bodies_.add_to_right_side(right_side_.values());
}

// What a particle loses of its velocity past a body, for the entries of the coupling.
template <class SharesOf>
std::vector<Mat3> ViscosityWeiler2018::blocks_of_bodies(const SphLiquid& liquid, const SharesOf& shares_of,
                                                        Real dt) const {
    const PairWeight weight(liquid.kernel);
    const auto entries = liquid.coupling.entries();
    std::vector<Mat3> blocks(entries.size(), Mat3::Zero());
    parallel_for("viscosity of bodies", static_cast<Index>(entries.size()), [&](Index e) {
        const auto& entry = entries[static_cast<std::size_t>(e)];
        const Index number = liquid.coupling.bodies()[static_cast<std::size_t>(entry.body)].number;
        Mat3 sum = Mat3::Zero();
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (!set.moves || set.lists.none(entry.particle)) continue;
            const auto& body = set.particles.get<IndexColumn>("body");
            set.lists.of(entry.particle).for_each_pack([&](const ListedPack& b) {
                const Pack share = b.carried * weight(b);
                for (Index lane = 0; lane < b.rows->count(); ++lane) {
                    if (body[b.rows->base() + b.rows->offsets()[lane]] != number) continue;
                    const auto k = static_cast<std::size_t>(lane);
                    const Vec3 x(b.difference.x[k], b.difference.y[k], b.difference.z[k]);
                    sum -= share[k] * x * x.transpose();
                }
            });
        }
        blocks[static_cast<std::size_t>(e)] = dt * nu_ * shares_of(entry.particle).own() * sum;
    });
    return blocks;
}

template <class SharesOf>
void ViscosityWeiler2018::apply(const SphLiquid& liquid, const SharesOf& shares_of, Real dt, std::span<const Real> from,
                                std::span<Real> to) const {
    const PairWeight weight(liquid.kernel);
    const QuadRows u(from.data());
    parallel_for("viscosity matrix", liquid.size(), [&](Index i) {
        const auto shares = shares_of(i);
        const Vec3 u_i = u.vec(i);
        Vec3 sum = liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
                       return shares(j) * weight(j) * (u_i - u[j].xyz).dot(j.difference) * j.difference;
                   });
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            const Vec3Pack own = broadcast(u_i);
            sum += shares.own() * sum_over(set.lists.of(i), [&](auto b) {
                       return b.carried * weight(b) * own.dot(b.difference) * b.difference;
                   });
        }
        for (int c = 0; c < 3; ++c) to[4 * static_cast<std::size_t>(i) + c] = u_i[c] - dt * nu_ * sum[c];
    });
}

void ViscosityWeiler2018::precondition(std::span<const Real> from, std::span<Real> to) const {
    const QuadRows r(from.data());
    parallel_for("viscosity blocks", static_cast<Index>(inverse_blocks_.size()), [&](Index i) {
        const Vec3 z = inverse_blocks_[i] * r.vec(i);
        for (int c = 0; c < 3; ++c) to[4 * static_cast<std::size_t>(i) + c] = z[c];
    });
}

// The part of the walls in v - v*; what bodies that answer have of it is known for each.
template <class SharesOf>
void ViscosityWeiler2018::note_push(SphLiquid& liquid, const SharesOf& shares_of, Real dt) const {
    const PairWeight weight(liquid.kernel);
    parallel_for("push of walls", liquid.size(), [&](Index i) {
        const Vec3 u_i = velocity_.vec(i);
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            const Vec3 sum = sum_over(set.lists.of(i), [&](auto b) {
                return b.carried * weight(b) * (u_i - set.motion[b].xyz).dot(b.difference) * b.difference;
            });
            liquid.push.change(i, dt * nu_ * shares_of(i).own() * sum);
        }
    });
    if (bodies_.none()) return;
    const auto entries = liquid.coupling.entries();
    for (std::size_t e = 0; e < entries.size(); ++e)
        liquid.push.change(entries[e].particle, bodies_.lost_to_still_body(velocity_.values(), e));
    liquid.push.give(bodies_.loads(velocity_.values(), liquid.push.bodies()));
}

template <class SharesOf>
SolveReport ViscosityWeiler2018::solve(SphLiquid& liquid, const SharesOf& shares_of, Real dt) {
    set_up(liquid, shares_of, dt);
    const auto matrix = [&](std::span<const Real> from, std::span<Real> to) {
        apply(liquid, shares_of, dt, from, to);
        if (!bodies_.none()) bodies_.add_product(from, to);
    };
    const ConjugateGradientResult result = solver_.solve(
        matrix, [&](std::span<const Real> from, std::span<Real> to) { precondition(from, to); }, right_side_.values(),
        velocity_.values(), parameters_.tolerance, parameters_.max_iterations);
    matrix(velocity_.values(), image_.values());
    auto& v = liquid.particles.get<Vec3Column>("v");
    parallel_for("viscous velocities", liquid.size(),
                 [&](Index i) { v.set(i, right_side_.vec(i) + (velocity_.vec(i) - image_.vec(i))); });
    if (liquid.push.active()) note_push(liquid, shares_of, dt);
    return {result.iterations, result.residual, result.converged};
}

SolveReport ViscosityWeiler2018::smooth(SphLiquid& liquid, double dt) {
    if (nu_ == 0.0f || liquid.size() == 0) return {};
    const ProfileScope scope("implicit viscosity");
    SolveReport report;
    own_.with_shares(liquid, [&](const auto& shares_of) { report = solve(liquid, shares_of, static_cast<Real>(dt)); });
    return report;
}

}  // namespace lamella
