#include <lamella/core/symmetric_eigenvalues.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {

Vec3 symmetric_eigenvalues(const Mat3& matrix) {
    const auto entry = [&](int row, int column) { return static_cast<double>(matrix(row, column)); };
    const double mean = (entry(0, 0) + entry(1, 1) + entry(2, 2)) / 3.0;
    const double x = entry(0, 0) - mean;
    const double y = entry(1, 1) - mean;
    const double z = entry(2, 2) - mean;
    const double xy = entry(0, 1);
    const double xz = entry(0, 2);
    const double yz = entry(1, 2);
    const double spread = std::sqrt((x * x + y * y + z * z + 2.0 * (xy * xy + xz * xz + yz * yz)) / 6.0);
    if (spread == 0.0) return Vec3::Constant(static_cast<Real>(mean));
    const double determinant = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz);
    const double angle = std::acos(std::clamp(0.5 * determinant / (spread * spread * spread), -1.0, 1.0)) / 3.0;
    const double largest = mean + 2.0 * spread * std::cos(angle);
    const double least = mean + 2.0 * spread * std::cos(angle + 2.0 * std::numbers::pi / 3.0);
    return {static_cast<Real>(largest), static_cast<Real>(3.0 * mean - largest - least), static_cast<Real>(least)};
}

}  // namespace lamella
