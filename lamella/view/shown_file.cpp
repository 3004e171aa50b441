#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/io/strand_bgeo.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/view/border_ply.hpp>
#include <lamella/view/shown_file.hpp>

#include <algorithm>

namespace lamella {

namespace {

// Points of a format that also holds meshes are a mesh's only where there are triangles.
ShownFile parse_points(std::string_view bytes, const std::filesystem::path& path) {
    if (has_mesh_ending(path)) {
        TriangleMesh mesh = parse_mesh(bytes, path);
        if (!mesh.empty() || !has_particle_ending(path)) return mesh;
    }
    return parse_particles(bytes, path);
}

ShownFile parse_any(std::string_view bytes, const std::filesystem::path& path) {
    if (has_tet_ending(path) && holds_tets(bytes, path)) return parse_tets(bytes, path);
    if (has_strand_ending(path) && holds_strands(bytes, path)) return parse_strands(bytes, path);
    return parse_points(bytes, path);
}

ShownFile parse_as(PartKind kind, std::string_view bytes, const std::filesystem::path& path) {
    switch (kind) {
        case PartKind::mesh:
            return parse_mesh(bytes, path);
        case PartKind::tetrahedra:
            return parse_tets(bytes, path);
        case PartKind::strands:
            return parse_strands(bytes, path);
        default:
            return parse_particles(bytes, path);
    }
}

ShownFile turned(ShownFile file, bool z_up) {
    if (z_up) std::visit([](auto& data) { z_up_to_y_up(data); }, file);
    return file;
}

std::string read_known(const std::filesystem::path& path) {
    if (!has_shown_ending(path)) refuse_ending(path, "format that is shown", shown_endings());
    return read_file(path);
}

}  // namespace

std::vector<std::string> shown_endings() {
    std::vector<std::string> all = particle_endings();
    for (const std::string& ending : mesh_endings_in())
        if (std::ranges::find(all, ending) == all.end()) all.push_back(ending);
    return all;
}

bool has_shown_ending(const std::filesystem::path& path) { return has_particle_ending(path) || has_mesh_ending(path); }

ShownFile read_shown(const std::filesystem::path& path, bool z_up) {
    return turned(parse_any(read_known(path), path), z_up);
}

ShownFile read_shown(const std::filesystem::path& path, bool z_up, PartKind kind) {
    return turned(parse_as(kind, read_known(path), path), z_up);
}

PartKind kind_of(const ShownFile& file) {
    return std::visit(Overloaded{[](const ParticleSet&) { return PartKind::particles; },
                                 [](const TriangleMesh&) { return PartKind::mesh; },
                                 [](const TetMesh&) { return PartKind::tetrahedra; },
                                 [](const Strands&) { return PartKind::strands; }},
                      file);
}

bool is_empty(const ShownFile& file) {
    return std::visit(Overloaded{[](const ParticleSet& set) { return set.size() == 0; },
                                 [](const Strands& strands) { return strands.count() == 0; },
                                 [](const auto& mesh) { return mesh.positions.empty(); }},
                      file);
}

Box3 bounds_of(const ShownFile& file) {
    const auto of_points = [](const std::vector<Vec3>& points) {
        Box3 box;
        for (const Vec3& p : points) box.extend(p);
        return box;
    };
    if (is_empty(file)) return {};
    return std::visit(Overloaded{[](const ParticleSet& set) {
                                     const Box3 box = bounds(set.positions());
                                     const Vec3 origin = set.origin.cast<Real>();
                                     return Box3{box.min + origin, box.max + origin};
                                 },
                                 [](const Strands& strands) { return bounds(strands.positions()); },
                                 [&](const auto& mesh) { return of_points(mesh.positions); }},
                      file);
}

std::string bytes_for_page(const ShownFile& file) {
    return std::visit(
        Overloaded{[](const ParticleSet& set) { return write_bgeo(set, {}); },
                   [](const TriangleMesh& mesh) { return write_ply(vertices_of(mesh), mesh.triangles, {}); },
                   [](const TetMesh& mesh) { return border_ply(mesh); },
                   [](const Strands& strands) { return write_strand_bgeo(strands, {}); }},
        file);
}

}  // namespace lamella
