// Particles, meshes and volumes: counts, bounds, attributes with their ranges.
#include <cli/info_parts.hpp>
#include <cli/text_table.hpp>
#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/spacing.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella::cli {

namespace {

std::string vector_text(const Vec3d& v) { return fmt::format("{:.6g} {:.6g} {:.6g}", v.x(), v.y(), v.z()); }

void add_bounds(TextTable& table, const Box3& box, const Vec3d& origin = Vec3d::Zero()) {
    if (box.empty()) return;
    table.row({"lowest corner", vector_text(origin + box.min.cast<double>()) + " m"});
    table.row({"highest corner", vector_text(origin + box.max.cast<double>()) + " m"});
}

struct ValueRange {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    Index not_finite = 0;

    template <class T>
    void add(std::span<const T> values) {
        for (const T value : values) {
            if (!std::isfinite(static_cast<double>(value))) {
                ++not_finite;
                continue;
            }
            least = std::min(least, static_cast<double>(value));
            most = std::max(most, static_cast<double>(value));
        }
    }
    std::string text() const {
        const std::string span = least <= most ? fmt::format("{:.9g} to {:.9g}", least, most) : "no value";
        return not_finite ? fmt::format("{}, {} not finite", span, not_finite) : span;
    }
};

template <class C>
std::string type_text(const C&) {
    const char* number = std::is_same_v<C, IndexColumn> ? "integer" : "float";
    return C::components == 1 ? number : fmt::format("{} {}s", C::components, number);
}

template <class C>
std::string range_text(const C& column) {
    std::vector<std::string> ranges;
    for (int c = 0; c < C::components; ++c) {
        ValueRange range;
        range.add(column.component(c).span());
        ranges.push_back(range.text());
    }
    return fmt::format("{}", fmt::join(ranges, "; "));
}

std::string attributes_text(const ColumnTable& columns) {
    TextTable table;
    for (const auto& [name, any] : columns.columns()) {
        if (name == "P") continue;
        std::visit(
            [&, &label = name](const auto& column) {
                table.row({"  " + label, type_text(column), range_text(column)});
            },
            any);
    }
    const std::string text = table.text();
    return text.empty() ? "" : "attributes\n" + text;
}

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
    return table.text() + attributes_text(particles);
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
    return table.text() + attributes_text(mesh.attributes);
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
