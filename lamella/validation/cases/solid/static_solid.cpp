#include <lamella/core/parallel.hpp>
#include <lamella/validation/cases/solid/static_solid.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr double kStrain = 1e-4;    // with which forces are tried: small enough to be linear, large enough for floats
constexpr double kResidual = 1e-4;  // of the loads
constexpr int kMostIterations = 4000;

double dot(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
    return parallel_sum("dot", static_cast<Index>(a.size()), [&](Index i) { return a[i].dot(b[i]); });
}

}  // namespace

StaticSolid::StaticSolid(const ElasticityKeiser2006& elasticity) : elasticity_(elasticity) {
    const Index n = elasticity_.shape().size();
    tried_.resize(n);
    forces_.assign(static_cast<std::size_t>(n), Vec3d::Zero());
    u_ = forces_;
}

// What displacements like these cost, from small ones.
const std::vector<Vec3d>& StaticSolid::stiffness_times(const std::vector<Vec3d>& u) {
    const Index n = tried_.size();
    const double largest = parallel_max(
        "largest", n, [&](Index i) { return u[i].norm(); }, 0.0);
    const double scale = largest > 0.0 ? kStrain * elasticity_.shape().spacing() * std::cbrt(n) / largest : 1.0;
    for (Index i = 0; i < n; ++i) tried_.set(i, (scale * u[i]).cast<Real>(), 0.0f);
    elasticity_.find_stresses(tried_, 0.0f);
    elasticity_.forces(tried_, [&](Index i, const Vec3& f) { forces_[i] = f.cast<double>() / -scale; });
    return forces_;
}

void StaticSolid::solve(const Run& run, const std::vector<Vec3d>& loads, FunctionRef<bool(Index)> moves) {
    const auto n = static_cast<Index>(u_.size());
    std::vector<Vec3d> residual = stiffness_times(u_);
    for (Index i = 0; i < n; ++i) residual[i] = moves(i) ? Vec3d(loads[i] - residual[i]) : Vec3d(Vec3d::Zero());
    std::vector<Vec3d> way = residual;
    double size = dot(residual, residual);
    const double enough = kResidual * kResidual * size;
    for (int k = 0; k < kMostIterations && size > enough; ++k) {
        run.throw_if_stopped();
        const std::vector<Vec3d>& cost = stiffness_times(way);
        const double step = size / dot(way, cost);
        for (Index i = 0; i < n; ++i) {
            if (!moves(i)) continue;
            u_[i] += step * way[i];
            residual[i] -= step * cost[i];
        }
        const double now = dot(residual, residual);
        for (Index i = 0; i < n; ++i)
            if (moves(i)) way[i] = residual[i] + now / size * way[i];
        size = now;
    }
}

double StaticSolid::energy() { return 0.5 * dot(u_, stiffness_times(u_)); }

}  // namespace lamella
