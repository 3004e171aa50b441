#include <lamella/core/profile.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/surface/exact_volume.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

constexpr double kFarthest = 0.06;
constexpr double kOffsetPerLevel = 0.8;  // spacings
constexpr double kTolerance = 1e-4;      // of the volume
constexpr int kMostMeshes = 5;

}  // namespace

Real level_of_volume(const ImplicitField& field, const SparseGrid& phi, const VolumeAsked& asked) {
    const ProfileScope scope("exact volume");
    const double start = field.level();
    double level = start;
    double level_before = 0.0;
    double error_before = 0.0;
    TriangleMesh at_level;
    for (int step = 0; step < kMostMeshes; ++step) {
        const bool there = step == 0 && asked.first;
        if (!there) {
            const auto roots = field.roots(phi, static_cast<Real>(level));
            at_level = marching_cubes(phi, static_cast<Real>(level), roots.get(), asked.cut);
        }
        const TriangleMesh& mesh = there ? *asked.first : at_level;
        if (mesh.empty() || !(asked.volume > 0.0)) return field.level();
        const double error = enclosed_volume(mesh) - asked.volume;
        if (std::abs(error) <= kTolerance * asked.volume) break;
        const double secant = step > 0 ? (error - error_before) / (level - level_before) : 0.0;
        const double slope = secant < 0.0 ? secant : -kOffsetPerLevel * asked.spacing * surface_area(mesh);
        level_before = level;
        error_before = error;
        level = std::clamp(level - error / slope, start - kFarthest, start + kFarthest);
        if (level == level_before) break;
    }
    return static_cast<Real>(level);
}

Real mean_level(Index frames, Real level, SurfaceMemory* memory) {
    if (!memory) return level;
    std::vector<Real>& levels = memory->levels;
    levels.push_back(level);
    const auto kept = std::min(levels.size(), static_cast<std::size_t>(frames));
    levels.erase(levels.begin(), levels.end() - static_cast<std::ptrdiff_t>(kept));
    return std::accumulate(levels.begin(), levels.end(), 0.0f) / static_cast<Real>(kept);
}

}  // namespace lamella
