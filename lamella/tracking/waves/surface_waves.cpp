#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/tracking/area_gradient.hpp>
#include <lamella/tracking/vertex_normal.hpp>
#include <lamella/tracking/waves/mesh_regions.hpp>
#include <lamella/tracking/waves/surface_waves.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr int kFine = 3, kCoarse = 40;  // passes between which the band lies that is excited
constexpr double kMostCurved = 0.5;     // |kappa| l from which on waves fade; none at twice that
constexpr double kSmallest = 10.0;      // l; smaller parts have none
constexpr double kStiffest = 60.0;      // 1 / l^2: of the operator; usual meshes have 11 to 28

std::vector<double> band_of(const ConnectedMesh& mesh, std::vector<double> values) {
    std::vector<double> fine = smoothed(mesh, std::move(values), kFine);
    const std::vector<double> coarse = smoothed(mesh, fine, kCoarse - kFine);
    for (std::size_t v = 0; v < fine.size(); ++v) fine[v] -= coarse[v];
    return fine;
}

// kappa = 2 H, smooth.
std::vector<double> curvatures(const ConnectedMesh& mesh, const std::vector<double>& areas) {
    const std::vector<Vec3d> forces = tension_forces(mesh);
    std::vector<double> kappa(forces.size(), 0.0);
    parallel_for("curvatures", mesh.vertex_slots(), [&](Index v) {
        if (areas[v] > 0.0) kappa[v] = -forces[v].dot(vertex_normal(mesh, v).cast<double>()) / areas[v];
    });
    return smoothed(mesh, std::move(kappa), kFine);
}

}  // namespace

SurfaceWaves::SurfaceWaves(const WaveParameters& parameters, Real edge)
    : parameters_(parameters),
      edge_(edge),
      law_(WaveLaw::of_liquid(double{parameters.tension} / parameters.density, double{parameters.length} * edge,
                              parameters.damping, parameters.hold)) {}

void SurfaceWaves::begin(const ConnectedMesh& mesh, std::span<const Vec3> velocity) {
    const std::vector<double> flat(mesh.positions.size(), 0.0);
    carried_ = ElementData();
    carried_.resize(mesh.vertex_slots());
    take({flat, flat}, velocity);
}

Index SurfaceWaves::advance(const ConnectedMesh& mesh, const CarryLog& log, const WaveSources& sources,
                            double seconds) {
    const ProfileScope scope("waves");
    carried_.replay(log);
    if (carried_.size() != mesh.vertex_slots())
        throw InputError("the log of the vertices does not lead from the mesh before to this one");
    WaveHeights waves;
    for (auto [name, values] : {std::pair{"height", &waves.height}, std::pair{"speed", &waves.speed}}) {
        const auto column = carried_.table().get<ScalarColumn>(name).span();
        values->assign(column.begin(), column.end());
    }
    excite(mesh, sources, seconds, waves);
    const SurfaceLaplacian laplacian(mesh, kStiffest / (edge_ * edge_));
    limit(mesh, laplacian, waves);
    const Index steps = advance_waves(laplacian, law_, seconds, waves);
    take(waves, sources.velocity);
    return steps;
}

// The band is taken of the change of the velocity before its normal part: what all do together is no wave.
void SurfaceWaves::excite(const ConnectedMesh& mesh, const WaveSources& sources, double seconds,
                          WaveHeights& waves) const {
    const auto n = static_cast<Index>(waves.speed.size());
    const auto add_band = [&](auto&& value, auto&& share) {
        std::vector<double> values(waves.speed.size());
        for (Index v = 0; v < n; ++v) values[v] = value(v);
        const std::vector<double> band = band_of(mesh, std::move(values));
        for (Index v = 0; v < n; ++v) waves.speed[v] += share(v) * band[v];
    };
    add_band([&](Index v) { return sources.removed[v] / seconds; }, [&](Index) { return parameters_.excite; });
    if (sources.velocity.empty()) return;
    const auto& before = carried_.table().get<Vec3Column>("velocity");
    std::vector<Vec3> normals(waves.speed.size());
    parallel_for("normals", n, [&](Index v) { normals[v] = vertex_normal(mesh, v); });
    for (int axis = 0; axis < 3; ++axis)
        add_band([&](Index v) { return sources.velocity[v][axis] - before[v][axis]; },
                 [&](Index v) { return parameters_.impact * normals[v][axis]; });
}

void SurfaceWaves::limit(const ConnectedMesh& mesh, const SurfaceLaplacian& laplacian, WaveHeights& waves) const {
    const MeshRegions regions(mesh, laplacian.areas());
    const std::vector<double> kappa = curvatures(mesh, laplacian.areas());
    const double highest = parameters_.highest * edge_;
    parallel_for("limit waves", mesh.vertex_slots(), [&](Index v) {
        const double curved = std::abs(kappa[v]) * edge_ / kMostCurved;
        const bool large = regions.extent(regions.of(v)) >= kSmallest * edge_;
        const double share = large ? std::clamp(2.0 - curved, 0.0, 1.0) : 0.0;
        waves.height[v] = share * highest * std::tanh(waves.height[v] / highest);
        waves.speed[v] *= share;
    });
    regions.remove_means(waves.height);
    regions.remove_means(waves.speed);
}

void SurfaceWaves::take(const WaveHeights& waves, std::span<const Vec3> velocity) {
    auto& height = carried_.table().add<ScalarColumn>("height");
    auto& speed = carried_.table().add<ScalarColumn>("speed");
    auto& now = carried_.table().add<Vec3Column>("velocity");
    parallel_for("keep waves", carried_.size(), [&](Index v) {
        height[v] = static_cast<Real>(waves.height[v]);
        speed[v] = static_cast<Real>(waves.speed[v]);
        now.set(v, velocity.empty() ? Vec3(Vec3::Zero()) : velocity[v]);
    });
}

void SurfaceWaves::raise(const ConnectedMesh& mesh, std::span<Vec3> positions) const {
    const ScalarColumn& height = heights();
    const Real highest = parameters_.highest * static_cast<Real>(edge_);
    parallel_for("raise waves", mesh.vertex_slots(), [&](Index v) {
        positions[v] = mesh.positions[v] + highest * std::tanh(height[v] / highest) * vertex_normal(mesh, v);
    });
}

}  // namespace lamella
