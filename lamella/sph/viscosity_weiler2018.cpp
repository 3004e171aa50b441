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

// The right side v* - (what moving solids add) and the inverse blocks of the diagonal.
void ViscosityWeiler2018::set_up(const SphLiquid& liquid, Real dt) {
    const PairWeight weight(liquid.kernel);
    const auto& v = liquid.particles.get<Vec3Column>("v");
    right_side_.resize(liquid.size());
    velocity_.resize(liquid.size());
    inverse_blocks_.resize(liquid.size());
    parallel_for("viscosity set-up", liquid.size(), [&](Index i) {
        Mat3 block = liquid.volume * symmetric_matrix(sum_over(liquid.lists.of(i), [&](auto j) {
                         return outer_product(weight(j), j.difference);
                     }));
        Vec3 from_solids = Vec3::Zero();
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            block += symmetric_matrix(
                sum_over(set.lists.of(i), [&](auto b) { return outer_product(b.carried * weight(b), b.difference); }));
            from_solids += sum_over(set.lists.of(i), [&](auto b) {
                return b.carried * weight(b) * set.motion[b].xyz.dot(b.difference) * b.difference;
            });
        }
        inverse_blocks_[i] = (Mat3::Identity() - dt * nu_ * block).inverse();
        right_side_.set(i, v[i] - dt * nu_ * from_solids, 0.0f);
        velocity_.set(i, v[i], 0.0f);
    });
}

SolveReport ViscosityWeiler2018::solve(SphLiquid& liquid, double dt) {
    if (nu_ == 0.0f || liquid.size() == 0) return {};
    const ProfileScope scope("implicit viscosity");
    const auto step = static_cast<Real>(dt);
    set_up(liquid, step);
    const PairWeight weight(liquid.kernel);
    const auto apply = [&](std::span<const Real> from, std::span<Real> to) {
        const QuadRows u(from.data());
        parallel_for("viscosity matrix", liquid.size(), [&](Index i) {
            const Vec3 u_i = u.vec(i);
            Vec3 sum = liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
                           return weight(j) * (u_i - u[j].xyz).dot(j.difference) * j.difference;
                       });
            for (const BoundarySet& set : liquid.boundary.sets()) {
                if (set.lists.none(i)) continue;
                const Vec3Pack own = broadcast(u_i);
                sum += sum_over(set.lists.of(i),
                                [&](auto b) { return b.carried * weight(b) * own.dot(b.difference) * b.difference; });
            }
            for (int c = 0; c < 3; ++c) to[4 * static_cast<std::size_t>(i) + c] = u_i[c] - step * nu_ * sum[c];
        });
    };
    const auto precondition = [&](std::span<const Real> from, std::span<Real> to) {
        const QuadRows r(from.data());
        parallel_for("viscosity blocks", liquid.size(), [&](Index i) {
            const Vec3 z = inverse_blocks_[i] * r.vec(i);
            for (int c = 0; c < 3; ++c) to[4 * static_cast<std::size_t>(i) + c] = z[c];
        });
    };
    const ConjugateGradientResult result = solver_.solve(apply, precondition, right_side_.values(), velocity_.values(),
                                                         parameters_.tolerance, parameters_.max_iterations);
    image_.resize(liquid.size());
    apply(velocity_.values(), image_.values());
    auto& v = liquid.particles.get<Vec3Column>("v");
    parallel_for("viscous velocities", liquid.size(),
                 [&](Index i) { v.set(i, right_side_.vec(i) + (velocity_.vec(i) - image_.vec(i))); });
    return {result.iterations, result.residual, result.converged};
}

}  // namespace lamella
