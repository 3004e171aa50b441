#include <lamella/core/parallel.hpp>
#include <lamella/matter/near_liquid.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr Real kSupport = 2.5f;  // spacings

// The numbers i for which `inside` holds, in their order.
template <class Inside>
std::vector<Index> chosen(Index n, Inside&& inside) {
    std::vector<std::vector<Index>> parts(static_cast<std::size_t>((n + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("probes", n, kParallelChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i)
            if (inside(i)) parts[static_cast<std::size_t>(chunk)].push_back(i);
    });
    std::vector<Index> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

// A plane a + b . (x_i - x) through values at places around x, weighted; a is the value at x. Where the places do not
// span space the weighted mean is taken.
class PlaneFit {
public:
    PlaneFit(const Vec3& x, Real support) : x_(x), kernel_(support), support_(support) {}

    void add(const Vec3& place, double value) {
        const Vec3 offset = place - x_;
        const double w = kernel_(offset.norm());
        if (w <= 0.0) return;
        Eigen::Vector4d terms;
        terms << 1.0, (offset / support_).cast<double>();
        moments_ += w * terms * terms.transpose();
        values_ += w * value * terms;
    }
    bool empty() const { return moments_(0, 0) <= 0.0; }
    double value() const {
        constexpr double kThin = 1e-3;  // spread of the places over the support, squared
        const double weight = moments_(0, 0);
        if (weight <= 0.0) return std::numeric_limits<double>::quiet_NaN();
        const Eigen::LDLT<Eigen::Matrix4d> solver(moments_ / weight);
        if (solver.vectorD().minCoeff() < kThin) return values_[0] / weight;
        return solver.solve(values_ / weight)[0];
    }

private:
    Vec3 x_;
    CubicSpline kernel_;
    Real support_;
    Eigen::Matrix4d moments_ = Eigen::Matrix4d::Zero();
    Eigen::Vector4d values_ = Eigen::Vector4d::Zero();
};

// The cubic spline along a line: 4 / (3 h) (2 (1 - q)^3 - 8 (1/2 - q)^3), q = r / h.
double spline_along_line(Real r, Real h) {
    const double q = r / h, far = std::max(1.0 - q, 0.0), near = std::max(0.5 - q, 0.0);
    return 4.0 / (3.0 * h) * (2.0 * far * far * far - 8.0 * near * near * near);
}

}  // namespace

Real distance_to_line(const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const Real share = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0f, 1.0f);
    return (from + share * along - p).norm();
}

std::array<Real, 2> Rectangle::local(const Vec3& p) const {
    return {(p - corner).dot(x_edge.normalized()), (p - corner).dot(y_edge.normalized())};
}

Real Rectangle::distance(const Vec3& p) const {
    const auto [x, y] = local(p);
    const Real right = std::clamp(x, 0.0f, x_edge.norm()), up = std::clamp(y, 0.0f, y_edge.norm());
    return (corner + right * x_edge.normalized() + up * y_edge.normalized() - p).norm();
}

NearLiquid::NearLiquid(const LiquidView& view, FunctionRef<Real(const Vec3&)> distance)
    : view_(view),
      x_(view.particles->positions()),
      v_(view.particles->get<Vec3Column>("v")),
      shares_(*view.particles),
      kernel_(kSupport * view.spacing),
      volume_(view.spacing * view.spacing * view.spacing),
      rows_(chosen(x_.size(), [&](Index i) { return distance(x_[i]) < kSupport * view.spacing; })) {}

Real NearLiquid::filling(const Vec3& x) const {
    Real sum = 0.0f;
    for (const Index i : rows_) sum += volume_ * shares_(i) * kernel_((x_[i] - x).norm());
    return sum;
}

double NearLiquid::velocity(const Vec3& x, int axis) const {
    PlaneFit fit(x, kernel_.h);
    for (const Index i : rows_) fit.add(x_[i], v_[i][axis]);
    return fit.value();
}

double NearLiquid::pressure(const Vec3& x) const {
    PlaneFit inside(x, view_.pressure_reach), at_walls(x, view_.pressure_reach);
    for (const PressureSample& sample : view_.pressures)
        (sample.at_wall ? at_walls : inside).add(sample.at, sample.pressure);
    return inside.empty() ? at_walls.value() : inside.value();
}

// A particle whose foot lies in the rectangle counts with its whole volume, smeared along the normal alone: so the flux
// of its passage is that volume, also beside a wall, where a kernel would lose what lies behind (15 % of what passes
// the gate of a dam break ten particles wide).
std::pair<double, double> NearLiquid::flow(const Rectangle& rectangle) const {
    const auto& phase = view_.particles->get<IndexColumn>("phase");
    const Vec3 normal = rectangle.normal();
    std::pair<double, double> sum;
    for (const Index i : rows_) {
        const auto [x, y] = rectangle.local(x_[i]);
        if (x < 0.0f || x >= rectangle.x_edge.norm() || y < 0.0f || y >= rectangle.y_edge.norm()) continue;
        const Real height = std::abs((x_[i] - rectangle.corner).dot(normal));
        const double part = double{volume_ * shares_(i) * v_[i].dot(normal)} * spline_along_line(height, kernel_.h);
        sum.first += part;
        sum.second += double{(*view_.materials)[static_cast<std::size_t>(phase[i])].density} * part;
    }
    return sum;
}

}  // namespace lamella
