#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/vtk/tet_vtu.hpp>

namespace lamella {

namespace {

constexpr std::string_view kEnding = ".vtu";

void require_ending(const std::filesystem::path& path) {
    if (!has_tet_ending(path)) refuse_ending(path, "format of tetrahedra", {std::string(kEnding)});
}

}  // namespace

TetMesh read_tets(const std::filesystem::path& path, ReadNotes* notes) {
    require_ending(path);
    return parse_tets(read_file(path), path, notes);
}

TetMesh parse_tets(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes) {
    require_ending(name);
    return read_tet_vtu(bytes, name.string(), notes);
}

void write_tets(const std::filesystem::path& path, const TetMesh& mesh, const Provenance& provenance) {
    require_ending(path);
    write_file(path, write_tet_vtu(mesh, provenance));
}

bool has_tet_ending(const std::filesystem::path& path) { return ending_of(path) == kEnding; }

bool holds_tets(std::string_view bytes, const std::filesystem::path& name) {
    return has_tet_ending(name) && vtu_has_tets(bytes, name.string());
}

}  // namespace lamella
