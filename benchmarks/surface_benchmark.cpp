#include "benchmarks.hpp"
#include "point_sets.hpp"
#include "timing.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/surface_method.hpp>

namespace lamella {

Figures surface_benchmark() {
    constexpr Index n = 67;
    const ParticleSet particles = pool_drop_crown(n);
    Surface surface;
    const double seconds = best_seconds([&] { surface = reconstruct(Mueller2003Parameters{}, particles, 1.0f / n); });
    const SurfaceReport& report = surface.report;
    const MeshReport mesh = check_mesh(surface.mesh);
    if (!mesh.closed() || !mesh.manifold() || !mesh.oriented()) throw RunError("the mesh is not closed and manifold");
    return {"surface",
            "isotropic surface of 'pool-drop-crown', cells of half a spacing, 2 threads",
            {{"particles", static_cast<double>(report.particles), "", {}},
             {"seconds", seconds, "s", {}},
             {"triangles", static_cast<double>(report.triangles), "", {}},
             {"volume_share", report.mesh_volume / report.particle_volume, "of the particles'", {}},
             {"euler_characteristic", static_cast<double>(mesh.euler_characteristic), "(the true one is 4)", {}}}};
}

}  // namespace lamella
