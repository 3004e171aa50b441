#include <lamella/core/symmetric_eigenvalues.hpp>
#include <lamella/solid/contact/linear_weights.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Index kFewest = 4;
constexpr Real kLeastRatio = 0.02f;  // of the eigenvalues of the covariance
constexpr double kSurely = 1.01;     // times that, whatever the rounding

double determinant_of(const Mat3d& m) { return m.col(0).dot(cross(Vec3d(m.col(1)), Vec3d(m.col(2)))); }

Mat3d inverse_of(const Mat3d& m) {
    Mat3d cofactors;
    for (int c = 0; c < 3; ++c) cofactors.col(c) = cross(Vec3d(m.col((c + 1) % 3)), Vec3d(m.col((c + 2) % 3)));
    return cofactors.transpose() / m.col(0).dot(cofactors.col(0));
}

// The ratio of the smallest to the largest eigenvalue is at least 27 / 4 of the determinant over the trace cubed: most
// need no eigenvalues.
bool is_healthy(const Mat3d& m) {
    const double trace = m.trace();
    if (!(trace > 0.0)) return false;
    if (27.0 / 4.0 * determinant_of(m) > kSurely * kLeastRatio * trace * trace * trace) return true;
    const Vec3 values = symmetric_eigenvalues((m / trace).cast<Real>());
    return values.z() >= kLeastRatio * values.x();
}

}  // namespace

void LinearWeights::add(Index particle, const Vec3d& offset, double weight) {
    if (count_ == kMost) return;
    particles_[count_] = particle;
    offsets_[count_] = offset;
    weights_[count_++] = weight;
}

bool LinearWeights::fit() {
    if (count_ < kFewest) return false;
    double whole = 0.0;
    Vec3d mean = Vec3d::Zero();
    for (Index k = 0; k < count_; ++k) {
        whole += weights_[k];
        mean += weights_[k] * offsets_[k];
    }
    if (!(whole > 0.0)) return false;
    mean /= whole;
    Mat3d covariance = Mat3d::Zero();
    for (Index k = 0; k < count_; ++k) {
        const Vec3d d = offsets_[k] - mean;
        covariance += weights_[k] / whole * d * d.transpose();
    }
    if (!is_healthy(covariance)) return false;
    const Mat3d inverse = inverse_of(covariance);
    for (Index k = 0; k < count_; ++k) {
        const double share = weights_[k] / whole;
        offsets_[k] = share * (inverse * (offsets_[k] - mean));
        weights_[k] = share - mean.dot(offsets_[k]);
    }
    return true;
}

double LinearWeights::lever() const {
    double sum = 0.0;
    for (Index k = 0; k < count_; ++k) sum += std::abs(weights_[k]);
    return sum * sum;
}

}  // namespace lamella
