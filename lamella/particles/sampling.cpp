#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/sampling.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella {
namespace {

constexpr double kTolerance = 0.02;  // spacings; float positions 2^17 spacings from the origin err by 0.016
constexpr double kMostPoints = 0x1p31;
constexpr std::ptrdiff_t kRowsPerChunk = 64;

using Counts = Eigen::Matrix<std::ptrdiff_t, 3, 1>;

// The distance between points of a row (x), layers (y) and rows of a layer (z).
Vec3d lattice_step(Lattice lattice, double spacing) {
    if (lattice == Lattice::cubic) return Vec3d::Constant(spacing);
    const double a = std::pow(2.0, 1.0 / 6.0) * spacing;  // hcp has sqrt(2) / a^3 points per volume
    return {a, a * std::sqrt(2.0 / 3.0), a * std::sqrt(0.75)};
}

// In hcp every second row is shifted by half a step, and every second layer lies in the hollows of the one
// below it.
Vec3d lattice_point(Lattice lattice, const Vec3d& step, const Counts& at) {
    Vec3d p = step.cwiseProduct(at.cast<double>());
    if (lattice == Lattice::cubic) return p;
    p.x() += 0.5 * step.x() * static_cast<double>((at.y() + at.z()) % 2);
    p.z() += step.z() / 3.0 * static_cast<double>(at.y() % 2);
    return p;
}

Counts count_points(const Vec3d& size, const Vec3d& step, double spacing) {
    const Vec3d counts = ((size.array() - (1.0 - kTolerance) * spacing) / step.array()).floor() + 1.0;
    if (!(spacing > 0.0) || !counts.allFinite() || counts.cwiseMax(0.0).prod() >= kMostPoints) {
        throw InputError(
            fmt::format("a volume of {} x {} x {} m cannot be filled with particles {} m apart; at most 2^31 fit",
                        size.x(), size.y(), size.z(), spacing));
    }
    return counts.cwiseMax(0.0).cast<std::ptrdiff_t>();
}

std::vector<Vec3> joined(const std::vector<std::vector<Vec3>>& parts) {
    std::size_t n = 0;
    for (const auto& part : parts) n += part.size();
    std::vector<Vec3> all;
    all.reserve(n);
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace

std::vector<Vec3> sample_volume(FunctionRef<Real(const Vec3&)> signed_distance, const Box3& bounds, Real spacing,
                                Lattice lattice, const Jitter& jitter) {
    if (bounds.empty()) return {};
    const double d = spacing;
    const Vec3d step = lattice_step(lattice, d);
    const Counts counts = count_points(bounds.max.cast<double>() - bounds.min.cast<double>(), step, d);
    const Vec3d first = bounds.min.cast<double>().array() + 0.5 * d;
    const Vec3d last = bounds.max.cast<double>().array() - (0.5 - kTolerance) * d;
    const auto deepest = static_cast<Real>((kTolerance - 0.5) * d);
    const std::ptrdiff_t rows = counts.y() * counts.z();
    std::vector<std::vector<Vec3>> parts(static_cast<std::size_t>((rows + kRowsPerChunk - 1) / kRowsPerChunk));
    const auto sample_row = [&](std::ptrdiff_t row, std::vector<Vec3>& out) {
        for (std::ptrdiff_t x = 0; x < counts.x(); ++x) {
            const Vec3d p = first + lattice_point(lattice, step, {x, row % counts.y(), row / counts.y()});
            const Vec3 rounded = p.cast<Real>();
            if ((p.array() > last.array()).any() || !(signed_distance(rounded) <= deepest)) continue;
            const auto number = static_cast<std::uint64_t>(row * counts.x() + x);
            out.push_back(rounded + jitter.amount * spacing * random_in_cube(jitter.seed, 0, number));
        }
    };
    parallel_chunks("sample volume", rows, kRowsPerChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (std::ptrdiff_t row = begin; row < end; ++row)
                            sample_row(row, parts[static_cast<std::size_t>(chunk)]);
                    });
    return joined(parts);
}

}  // namespace lamella
