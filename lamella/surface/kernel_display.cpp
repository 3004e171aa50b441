#include <lamella/core/parallel.hpp>
#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/surface/kernel_display.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lamella {
namespace {

Mat3d metric_of(const Kernel& kernel) {
    const auto& [xx, yy, zz, yz, xz, xy] = kernel.metric;
    Mat3d m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m;
}

Vec4 orientation(Mat3d axes) {
    if (axes.determinant() < 0.0) axes.col(2) = -axes.col(2);
    const Eigen::Quaterniond turn(axes);
    const Eigen::Vector4d xyzw = turn.w() < 0.0 ? Eigen::Vector4d(-turn.coeffs()) : turn.coeffs();
    return xyzw.normalized().cast<Real>();
}

}  // namespace

ParticleSet kernels_for_display(const ParticleCloud& cloud, const KernelSet& kernels) {
    ParticleSet shown;
    shown.origin = cloud.particles().origin;
    shown.resize(cloud.size());
    auto& centre = shown.add<Vec3Column>("P");
    auto& orient = shown.add<Vec4Column>("orient");
    auto& scale = shown.add<Vec3Column>("scale");
    if (const auto* id = cloud.particles().find<IndexColumn>("id")) shown.add<IndexColumn>("id") = *id;
    parallel_for("kernels for display", cloud.size(), [&](Index i) {
        const Kernel kernel = kernels.of(i, cloud.positions());
        const SymmetricEigen e = symmetric_eigen(metric_of(kernel));  // 1 / a_k^2
        const double filled = cloud.spacing() * std::cbrt(0.75 / kPi * kernel.scale);
        centre.set(i, kernel.centre);
        orient.set(i, orientation(e.vectors));
        scale.set(i, (filled * e.values.cwiseSqrt().cwiseInverse()).cast<Real>());
    });
    return shown;
}

}  // namespace lamella
