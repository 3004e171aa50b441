// What options of the surface are worth: the exact volume, thin-plate smoothing, and tracked distances. Measured on
// meshes with cells of half a spacing.
#include <lamella/geometry/mesh_folds.hpp>
#include <lamella/geometry/mesh_shadow.hpp>
#include <lamella/surface/surface_method.hpp>
#include <lamella/surface/surface_walls.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/surface_bars.hpp>
#include <lamella/validation/cases/surface_shapes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lamella {
namespace {

constexpr Index kFrames = 24;

TrueVolumeParameters exact(Index frames) {
    TrueVolumeParameters parameters;
    parameters.exact_volume = frames;
    return parameters;
}

double volume_error(const SurfaceField& field, const ParticleSet& particles) {
    const SurfaceReport report = reconstruct(field, particles, 1.0f).report;
    return std::abs(report.mesh_volume / report.particle_volume - 1.0);
}

// The rms change of the level from frame to frame of a ball that is at rest but for its noise.
double level_change(Index frames) {
    SurfaceMemory memory;
    double before = 0.0;
    double squares = 0.0;
    for (Index frame = 0; frame < kFrames + frames; ++frame) {
        const ParticleSet ball = shell_ball(5.0f, static_cast<std::uint64_t>(100 + frame));
        const double level = reconstruct(exact(frames), ball, 1.0f, &memory).report.level;
        if (frame >= frames) squares += (level - before) * (level - before) / kFrames;
        before = level;
    }
    return std::sqrt(squares);
}

// How rough the mesh of a ball around the origin is.
struct Roughness {
    double rms = 0.0;    // of the distance from the middle about its mean
    double angle = 0.0;  // rms of normals to radii, degrees
    double volume = 0.0;
};
Roughness ball_roughness(const SurfaceField& field, std::uint64_t seed) {
    const Surface surface = reconstruct(field, shell_ball(10.0f, seed), 1.0f);
    const auto& normals = surface.mesh.attributes.get<Vec3Column>("N");
    const double n = surface.mesh.vertex_count();
    double sum = 0.0;
    double squares = 0.0;
    double angles = 0.0;
    for (Index i = 0; i < surface.mesh.vertex_count(); ++i) {
        const Vec3d x = surface.mesh.positions[static_cast<std::size_t>(i)].cast<double>();
        const double cosine = std::clamp(normals[i].cast<double>().dot(x.normalized()), -1.0, 1.0);
        sum += x.norm();
        squares += x.squaredNorm();
        angles += std::acos(cosine) * std::acos(cosine);
    }
    return {std::sqrt(squares / n - sum * sum / (n * n)), std::sqrt(angles / n) * 180.0 / std::numbers::pi,
            surface.report.mesh_volume / surface.report.particle_volume};
}

template <class Parameters>
void add_thin_plate(const ValidateOptions& options, double rms_bar, double angle_bar, CaseResult& result) {
    Parameters smooth;
    smooth.mesh.thin_plate = ThinPlateBand{};
    const auto ratio = [&](double Roughness::*quantity) {
        return worst(options, [&](auto seed) {
            return ball_roughness(smooth, seed).*quantity / ball_roughness(Parameters{}, seed).*quantity;
        });
    };
    const std::string name = fmt::format("thin plate on {}, ball: ", Parameters::name);
    at_most(result, name + "roughness over that without", ratio(&Roughness::rms), rms_bar, "radius of 10 spacings");
    at_most(result, name + "error of normals over that without", ratio(&Roughness::angle), angle_bar, "");
    at_most(result, name + "change of the volume",
            worst(options,
                  [&](auto seed) {
                      return std::abs(ball_roughness(smooth, seed).volume - ball_roughness(Parameters{}, seed).volume);
                  }),
            0.005, "");
}

// The mean volume of a ball over the second half of 50 frames over that of the first half. Its particles have other
// noise in every frame; the frames until the window is full are left out.
double tracked_drift() {
    constexpr Index kHalf = 25;
    const Adams2007Parameters tracked;
    SurfaceMemory memory;
    double first = 0.0;
    double second = 0.0;
    for (Index frame = 1 - tracked.frames; frame < 2 * kHalf; ++frame) {
        ParticleSet ball = shell_ball(5.0f, static_cast<std::uint64_t>(100 + frame));
        auto ids = ball.add<IndexColumn>("id").span();
        std::iota(ids.begin(), ids.end(), 0);
        const double volume = reconstruct(tracked, ball, 1.0f, &memory).report.mesh_volume;
        if (frame >= 0) (frame < kHalf ? first : second) += volume;
    }
    return second / first;
}

void add_tracked(const ValidateOptions& options, CaseResult& result) {
    const auto ratio = [&](double Roughness::*quantity) {
        return worst(options, [&](auto seed) {
            return ball_roughness(Adams2007Parameters{}, seed).*quantity /
                   ball_roughness(ZhuBridson2005Parameters{}, seed).*quantity;
        });
    };
    at_most(result, "adams2007, ball: roughness over that of zhu_bridson2005", ratio(&Roughness::rms), 0.75, "");
    at_most(result, "adams2007, ball: error of normals over that of zhu_bridson2005", ratio(&Roughness::angle), 0.6,
            "");
    at_most(result, "adams2007, ball: change of the volume over 50 frames", std::abs(tracked_drift() - 1.0), 0.005,
            "tracked over 3 frames");
}

// Five passes on a pool whose surface is not smooth, and twenty on drops that smoothing could shrink.
void add_smoothing(const ValidateOptions& options, CaseResult& result) {
    const auto smoothed = [](const ParticleSet& particles, Index passes) {
        Mueller2003Parameters parameters;
        parameters.mesh.smoothing = passes;
        return reconstruct(parameters, particles, 1.0f);
    };
    at_most(result, "smoothing, pool: share of edges folded by more than 90 degrees after 5 passes",
            worst(options, [&](auto seed) { return share_of_folds(smoothed(pool(seed), 5).mesh); }), 2e-4,
            "0.026 with weights of inverse distances");
    at_most(
        result, "smoothing, pool: change of the volume by 5 passes",
        worst(options,
              [&](auto seed) {
                  return std::abs(
                      smoothed(pool(seed), 5).report.mesh_volume / smoothed(pool(seed), 0).report.mesh_volume - 1.0);
              }),
        1e-3, "");
    at_most(result, "smoothing, strand of one particle: change of the volume by 20 passes",
            worst(options,
                  [&](auto seed) {
                      return std::abs(smoothed(strand(1, seed), 20).report.mesh_volume /
                                          smoothed(strand(1, seed), 0).report.mesh_volume -
                                      1.0);
                  }),
            1e-2, "the published step takes it away");
}

// Water that fills a closed box, its outer particles pressed to 0.3 spacings from the walls.
void add_walls(const ValidateOptions& options, CaseResult& result) {
    constexpr Real kHalf = 5.8f;
    SurfaceWalls walls;
    walls.box = {Vec3::Constant(-kHalf), Vec3::Constant(kHalf)};
    const auto surface = [&](std::uint64_t seed) {
        return reconstruct(TrueVolumeParameters{}, cube(12, seed), 1.0f, nullptr, &walls);
    };
    at_most(result, "walls, full box: how far the mesh reaches behind them, in spacings",
            worst(options,
                  [&](auto seed) {
                      double farthest = 0.0;
                      for (const Vec3& p : surface(seed).mesh.positions)
                          farthest = std::max(farthest, -static_cast<double>(walls.distance(p)));
                      return farthest;
                  }),
            0.002, "vertices keep a thousandth of a cell away from nodes");
    at_most(
        result, "walls, full box: error of the volume before them",
        worst(options,
              [&](auto seed) { return std::abs(surface(seed).report.mesh_volume / std::pow(2.0 * kHalf, 3) - 1.0); }),
        0.01, "");
}

}  // namespace

void measure_surface_options(const Run& run, const ValidateOptions& options, CaseResult& result) {
    for (const Real radius : {3.0f, 5.0f})
        at_most(result, fmt::format("exact_volume, ball of {} spacings: error of the volume", radius),
                worst(options, [&](auto seed) { return volume_error(exact(1), shell_ball(radius, seed)); }), 2e-4,
                "secant iteration to 1e-4");
    at_most(result, "exact_volume, slab of 3 layers: error of the volume",
            worst(options, [&](auto seed) { return volume_error(exact(1), slab(3, seed)); }), 2e-4, "");
    at_most(result, "exact_volume: change of the level a frame over 8 frames, over that of single frames",
            level_change(8) / level_change(1), 0.2, "1/8 for noise without memory");
    if (run.should_stop()) return;
    add_thin_plate<TrueVolumeParameters>(options, 0.9, 0.7, result);
    add_thin_plate<Mueller2003Parameters>(options, 0.5, 0.3, result);
    add_tracked(options, result);
    add_smoothing(options, result);
    add_walls(options, result);
    if (run.should_stop()) return;
    TrueVolumeParameters smooth;
    smooth.mesh.thin_plate = ThinPlateBand{};
    at_most(result, "thin plate on true_volume, sheet, 1.25 spacings apart: share of holes",
            worst(options,
                  [&](auto seed) {
                      return share_uncovered(reconstruct(smooth, sheet(1.25f, seed), 1.0f).mesh, 12.0f, 400);
                  }),
            0.0, "the rim is not looked at");
}

}  // namespace lamella
