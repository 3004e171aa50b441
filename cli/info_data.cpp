// Particles, meshes and volumes: counts, bounds, attributes with their ranges.
#include <cli/info_columns.hpp>
#include <cli/info_parts.hpp>
#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/spacing.hpp>

#include <fmt/format.h>

namespace lamella::cli {

namespace {

std::string spacing_text(const ParticleSet& particles) try {
    constexpr const char* sources[] = {"twice the median of pscale", "from mass and density", "from the positions"};
    const SpacingGuess guess = guess_spacing(particles);
    return fmt::format("{:.6g} m ({})", guess.spacing, sources[static_cast<int>(guess.source)]);
} catch (const InputError&) {
    return "unknown";
}

const char* yes_no(bool yes) { return yes ? "yes" : "no"; }

std::string remark(bool good, Index count, const char* what) {
    return good ? "yes" : fmt::format("no ({} {})", count_text(count), what);
}

}  // namespace

std::string particles_info(const ParticleSet& particles) {
    TextTable table;
    table.row({"kind", "particles"});
    table.row({"particles", count_text(particles.size())});
    add_bounds(table, bounds(particles.positions()), particles.origin);
    table.row({"spacing", spacing_text(particles)});
    return table.text() + columns_text(particles);
}

std::string mesh_info(const TriangleMesh& mesh) {
    const MeshReport report = check_mesh(mesh);
    TextTable table;
    table.row({"kind", "triangle mesh"});
    table.row({"vertices", count_text(report.vertices)});
    table.row({"triangles", count_text(report.triangles)});
    add_bounds(table, bounds(mesh));
    table.row({"closed", remark(report.closed(), report.boundary_edges, "boundary edges")});
    table.row({"manifold", remark(report.manifold(), report.non_manifold_edges + report.non_manifold_vertices,
                                  "edges and vertices are not")});
    table.row({"oriented", yes_no(report.oriented())});
    table.row({"components", count_text(report.components)});
    table.row({"Euler characteristic", count_text(report.euler_characteristic)});
    table.row({"degenerate triangles", count_text(report.degenerate_triangles)});
    table.row({"unused vertices", count_text(report.unreferenced_vertices)});
    table.row({"volume", report.closed() ? fmt::format("{:.9g} m^3", report.volume) : "unknown (not closed)"});
    table.row({"area", fmt::format("{:.9g} m^2", report.area)});
    return table.text() + columns_text(mesh.attributes);
}

std::string volume_info(const Volume& volume) {
    const SparseGrid& grid = volume.grid;
    ValueRange range;
    Box3 box;
    for (Index b = 0; b < grid.block_count(); ++b) {
        range.add(grid.values(b));
        const Vec3i first = SparseGrid::kWidth * grid.block(b);
        box.extend(grid.node_position(first).cast<Real>());
        box.extend(grid.node_position(first + Vec3i::Constant(SparseGrid::kWidth - 1)).cast<Real>());
    }
    TextTable table;
    table.row({"kind", volume.kind == VolumeKind::level_set ? "volume (level set)" : "volume (density)"});
    table.row({"cell", fmt::format("{:.6g} m", grid.cell())});
    table.row({"blocks of 8^3 nodes", count_text(grid.block_count())});
    add_bounds(table, box);
    table.row({"background", fmt::format("{:.6g}", grid.background())});
    table.row({"values", range.text()});
    return table.text();
}

}  // namespace lamella::cli
