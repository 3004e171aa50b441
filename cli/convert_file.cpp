#include <cli/convert_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/geometry/tets/tet_border.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/io/vdb.hpp>
#include <lamella/pipeline/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace lamella::cli {

namespace {

namespace fs = std::filesystem;

bool can_write_mesh(const fs::path& path) {
    const auto endings = mesh_endings_out();
    return std::find(endings.begin(), endings.end(), ending_of(path)) != endings.end();
}

template <class T>
T turned(T data, Turn turn) {
    if (turn == Turn::z_up_to_y_up) z_up_to_y_up(data);
    if (turn == Turn::y_up_to_z_up) y_up_to_z_up(data);
    return data;
}

void convert_volume(const fs::path& input, const fs::path& output, Turn turn, ReadNotes& notes) {
    if (ending_of(input) != ending_of(output))
        throw InputError(fmt::format("{}: a volume (.vdb) converts to .vdb only", input.string()));
    if (turn != Turn::none) throw InputError(fmt::format("{}: a volume cannot be turned", input.string()));
    const Volume volume = read_vdb(input, {}, &notes);
    write_vdb(output, volume.grid, volume.kind, provenance(""));
}

// The columns of the mesh that are lost.
std::vector<std::string> write_turned(const fs::path& output, const TriangleMesh& mesh,
                                      const Orientation& orientation) {
    write_mesh(output, turned(mesh, orientation.turn), provenance(""), orientation.up);
    return columns_left_out(output, mesh.attributes);
}

using Converted = std::optional<std::vector<std::string>>;  // what was lost; nothing where it is no such file

// Formats that hold both keep their triangles where both sides can.
Converted convert_mesh(const fs::path& input, const fs::path& output, const Orientation& orientation,
                       ReadNotes& notes) {
    if (!has_mesh_ending(input) || !can_write_mesh(output)) return std::nullopt;
    ReadNotes own;  // forgotten when the points are read again
    const TriangleMesh mesh = read_mesh(input, &own);
    if (mesh.empty() && has_particle_ending(input) && has_particle_ending(output)) return std::nullopt;
    if (mesh.empty())
        throw InputError(
            fmt::format("{}: there are no triangles in it; lamella surface makes them from particles", input.string()));
    notes.insert(notes.end(), own.begin(), own.end());
    return write_turned(output, mesh, orientation);
}

void convert_particles(const fs::path& input, const fs::path& output, Turn turn, ReadNotes& notes) {
    if (!has_particle_ending(output))
        throw InputError(fmt::format(
            "{}: {} does not convert to {}; particle formats are {}, mesh formats {}", output.string(), input.string(),
            ending_of(output).empty() ? "a file without an ending" : "'" + ending_of(output) + "'",
            fmt::join(particle_endings(), " "), fmt::join(mesh_endings_out(), " ")));
    ReadNotes own;
    ParticleSet particles =
        has_particle_ending(input) ? read_particles(input, &own) : vertices_of(read_mesh(input, &own));
    notes.insert(notes.end(), own.begin(), own.end());
    write_particles(output, turned(std::move(particles), turn), provenance(""));
}

// Tetrahedra stay such in their own format and become their border in those of meshes.
Converted convert_tets(const fs::path& input, const fs::path& output, const Orientation& orientation,
                       ReadNotes& notes) {
    if (!has_tet_ending(input)) return std::nullopt;
    const std::string bytes = read_file(input);
    if (!holds_tets(bytes, input)) return std::nullopt;
    if (!has_tet_ending(output) && !can_write_mesh(output)) {
        notes.push_back(fmt::format("{}: only the nodes of its tetrahedra are kept", input.string()));
        return std::nullopt;
    }
    const TetMesh mesh = parse_tets(bytes, input, &notes);
    if (has_tet_ending(output)) {
        write_tets(output, turned(mesh, orientation.turn), provenance(""));
        return std::vector<std::string>();
    }
    notes.push_back(fmt::format("{}: only the border of its {} tetrahedra is kept, without the columns of cells",
                                input.string(), mesh.tet_count()));
    return write_turned(output, border_of(mesh).mesh, orientation);
}

// Strands stay such in BGEO; elsewhere they are points that say in `curve` which they belong to, and come back from
// there.
bool convert_strands(const fs::path& input, const fs::path& output, Turn turn, ReadNotes& notes) {
    if (!has_particle_ending(input) || !has_particle_ending(output)) return false;
    const bool curves = has_strand_ending(input) && holds_strands(read_file(input), input);
    if (!curves && (has_strand_ending(input) || !has_strand_ending(output))) return false;
    if (!curves && !read_particles(input).find<IndexColumn>(kCurveColumn)) return false;
    write_strands(output, turned(read_strands(input, &notes), turn), provenance(""));
    if (!has_strand_ending(output))
        notes.push_back(
            fmt::format("{}: its curves are points, joined by the column '{}'", output.string(), kCurveColumn));
    return true;
}

}  // namespace

std::vector<std::string> geometry_endings() {
    std::vector<std::string> all = particle_endings();
    for (const std::string& ending : mesh_endings_in())
        if (std::find(all.begin(), all.end(), ending) == all.end()) all.push_back(ending);
    return all;
}

std::vector<std::string> convert_file(const fs::path& input, const fs::path& output, const Orientation& orientation,
                                      ReadNotes& notes) {
    const Turn turn = orientation.turn;
    if (ending_of(input) == ".vdb" || ending_of(output) == ".vdb") {
        convert_volume(input, output, turn, notes);
        return {};
    }
    if (!has_particle_ending(input) && !has_mesh_ending(input)) refuse_ending(input, "format", geometry_endings());
    if (const Converted tets = convert_tets(input, output, orientation, notes)) return *tets;
    if (convert_strands(input, output, turn, notes)) return {};
    if (const Converted mesh = convert_mesh(input, output, orientation, notes)) return *mesh;
    convert_particles(input, output, turn, notes);
    return {};
}

TriangleMesh read_turned_mesh(const fs::path& input, Turn turn, ReadNotes& notes) {
    TriangleMesh mesh = turned(read_mesh(input, &notes), turn);
    if (mesh.empty()) throw InputError(fmt::format("{}: there are no triangles in it", input.string()));
    return mesh;
}

}  // namespace lamella::cli
