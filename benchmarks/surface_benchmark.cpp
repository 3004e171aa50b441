#include "benchmarks.hpp"
#include "point_sets.hpp"
#include "timing.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/surface_method.hpp>

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace lamella {
namespace {

struct Setting {
    const char* name;
    Index n;  // particles along an edge of the unit cube
    Real cell;
    std::optional<double> seconds;  // bars
    double volume_error;
};

// The time, the error of the volume and the topology of 'pool-drop-crown' with one field.
template <class Parameters>
void measure(const Setting& setting, Figures& figures) {
    const ParticleSet particles = pool_drop_crown(setting.n);
    Parameters parameters;
    parameters.mesh.cell = setting.cell;
    Surface surface;
    const double seconds = best_seconds([&] {
        surface = {};
        surface = reconstruct(parameters, particles, 1.0f / static_cast<Real>(setting.n));
    });
    const MeshReport mesh = check_mesh(surface.mesh);
    if (!mesh.closed() || !mesh.manifold() || !mesh.oriented()) throw RunError("the mesh is not closed and manifold");
    const auto name = [&](const char* figure) {
        return fmt::format("{}_{}_{}", Parameters::name, setting.name, figure);
    };
    const double error = std::abs(surface.report.mesh_volume / surface.report.particle_volume - 1.0);
    figures.list.push_back({name("seconds"), seconds, "s",
                            setting.seconds ? std::optional(Bar{Better::lower, *setting.seconds}) : std::nullopt});
    figures.list.push_back({name("triangles"), static_cast<double>(surface.report.triangles), "", {}});
    figures.list.push_back(
        {name("volume_error"), error, "of the particles' volume", Bar{Better::lower, setting.volume_error, false}});
    figures.list.push_back({name("euler"), static_cast<double>(mesh.euler_characteristic), "(the true one is 4)", {}});
}

// The surface of a million with its torn sheets filled; only the crown has any.
void measure_repair(Figures& figures) {
    constexpr Index kEdge = 146;
    const ParticleSet particles = pool_drop_crown(kEdge);
    TrueVolumeParameters parameters;
    parameters.mesh.repair_sheets = true;
    Index inserted = 0;
    const double seconds = best_seconds(
        [&] { inserted = reconstruct(parameters, particles, 1.0f / static_cast<Real>(kEdge)).report.inserted; });
    figures.list.push_back({"true_volume_1m_repaired_seconds", seconds, "s", Bar{Better::lower, 2.8}});
    figures.list.push_back({"true_volume_1m_repaired_inserted", static_cast<double>(inserted), "", {}});
}

}  // namespace

Figures surface_benchmark() {
    Figures figures{"surface", "'pool-drop-crown', 98,990 and 997,906 particles, 2 threads", {}};
    measure<Mueller2003Parameters>({"100k", 67, 0.5f, 0.10, 0.005}, figures);
    measure<Mueller2003Parameters>({"1m", 146, 0.5f, 1.0, 0.005}, figures);
    measure<Mueller2003Parameters>({"1m_fine", 146, 0.25f, 3.0, 0.005}, figures);
    measure<TrueVolumeParameters>({"100k", 67, 0.5f, {}, 0.01}, figures);
    measure<TrueVolumeParameters>({"1m", 146, 0.5f, 1.8, 0.01}, figures);
    measure<TrueVolumeParameters>({"1m_fine", 146, 0.25f, 5.0, 0.01}, figures);
    measure_repair(figures);
    return figures;
}

}  // namespace lamella
