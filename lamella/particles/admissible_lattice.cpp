#include <lamella/particles/admissible_lattice.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace lamella {
namespace {

constexpr double kSlack = 1e-6;  // of a step between numbers, against rounding; what is visited is tested exactly

// The range of row . p over a box.
std::pair<double, double> range_over(const Vec3d& row, const Vec3d& low, const Vec3d& high) {
    const Vec3d a = row.cwiseProduct(low), b = row.cwiseProduct(high);
    return {a.cwiseMin(b).sum(), a.cwiseMax(b).sum()};
}

std::int64_t first_whole(double x) { return static_cast<std::int64_t>(std::ceil(x - kSlack)); }
std::int64_t last_whole(double x) { return static_cast<std::int64_t>(std::floor(x + kSlack)); }

}  // namespace

AdmissibleLattice::AdmissibleLattice(double spacing) : scale_(spacing / std::cbrt(7.0)) {
    for (int m = 0; m < 3; ++m) {
        const double t = 2.0 * std::cos(2.0 * std::numbers::pi * (m + 1) / 7.0);
        conjugates_.row(m) << 1.0, t, t * t;
    }
    const Vec3d x = conjugates_.row(0), y = conjugates_.row(1), z = conjugates_.row(2);
    inverse_.col(0) = cross(y, z);
    inverse_.col(1) = cross(z, x);
    inverse_.col(2) = cross(x, y);
    inverse_ /= x.dot(cross(y, z));
}

void AdmissibleLattice::for_each_in(const Vec3d& low, const Vec3d& high, FunctionRef<void(const Vec3d&)> visit) const {
    if ((low.array() >= high.array()).any()) return;
    const Vec3d from = low / scale_, to = high / scale_;
    const auto [b_low, b_high] = range_over(inverse_.row(1), from, to);
    const auto [c_low, c_high] = range_over(inverse_.row(2), from, to);
    for (std::int64_t b = first_whole(b_low); b <= last_whole(b_high); ++b)
        for (std::int64_t c = first_whole(c_low); c <= last_whole(c_high); ++c) {
            const Vec3d rest =
                static_cast<double>(b) * conjugates_.col(1) + static_cast<double>(c) * conjugates_.col(2);
            const std::int64_t last = last_whole((to - rest).minCoeff());
            for (std::int64_t a = first_whole((from - rest).maxCoeff()); a <= last; ++a) {
                const Vec3d p = scale_ * (rest.array() + static_cast<double>(a)).matrix();
                if ((p.array() > low.array()).all() && (p.array() <= high.array()).all()) visit(p);
            }
        }
}

}  // namespace lamella
