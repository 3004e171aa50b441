#include <lamella/geometry/cubic_curve.hpp>
#include <lamella/geometry/rig/clip_channel.hpp>

#include <Eigen/Geometry>
#include <algorithm>

namespace lamella {
namespace {

Eigen::Vector4d slerp(const Eigen::Vector4d& a, const Eigen::Vector4d& b, double s) {
    return Eigen::Quaterniond(a).slerp(s, Eigen::Quaterniond(b)).coeffs();
}

}  // namespace

Eigen::Vector4d ClipChannel::at(double t, bool from_before) const {
    const auto found =
        from_before ? std::lower_bound(times.begin(), times.end(), t) : std::upper_bound(times.begin(), times.end(), t);
    const auto after = static_cast<std::size_t>(found - times.begin());
    const bool cubic = interpolation == ClipInterpolation::cubic;
    const auto key = [&](std::size_t k) { return cubic ? values[3 * k + 1] : values[k]; };
    if (after == 0) return key(0);
    if (after == times.size() || interpolation == ClipInterpolation::step) return key(after - 1);
    const double h = times[after] - times[after - 1], s = (t - times[after - 1]) / h;
    const Eigen::Vector4d a = key(after - 1), b = key(after);
    if (!cubic) return rotation ? slerp(a, b, s) : Eigen::Vector4d(a + s * (b - a));
    Eigen::Vector4d result;
    for (Eigen::Index c = 0; c < 4; ++c)
        result[c] = HermiteCubic{a[c], b[c], values[3 * after - 1][c], values[3 * after][c], h}.value(s);
    return rotation && result.norm() > 0.0 ? result.normalized() : result;
}

}  // namespace lamella
