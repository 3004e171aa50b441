#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/gltf/gltf.hpp>
#include <lamella/io/gltf/gltf_writer.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/obj.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/io/stl.hpp>
#include <lamella/io/usd/usda.hpp>
#include <lamella/io/vtk/vtk.hpp>

#include <algorithm>

namespace lamella {

namespace {

struct Reader {
    std::string_view ending;
    Geometry (*read)(std::string_view bytes, const std::string& source, ReadNotes* notes);
};
struct Writer {
    std::string_view ending;
    std::string (*write)(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance);
};

constexpr Reader kReaders[] = {{".obj", read_obj}, {".ply", read_ply},   {".stl", read_stl},
                               {".vtk", read_vtk}, {".gltf", read_gltf}, {".glb", read_gltf}};
constexpr Writer kWriters[] = {
    {".obj", write_obj}, {".ply", write_ply}, {".vtk", write_vtk}, {".gltf", write_gltf}, {".glb", write_glb}};

constexpr std::string_view kUsda = ".usda";

const Reader& reader_of(const std::filesystem::path& path) {
    return require_format<Reader>(path, kReaders, "mesh format that is read");
}

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& path, ReadNotes* notes) {
    require_mesh_ending_in(path);  // before the file is read
    return parse_mesh(read_file(path), path, notes);
}

TriangleMesh parse_mesh(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes) {
    return mesh_of(reader_of(name).read(bytes, name.string(), notes));
}

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh, const Provenance& provenance, UpAxis up) {
    if (ending_of(path) == kUsda) {  // a sequence of one frame
        UsdaWriter writer(path, 24, provenance, up);
        writer.add(1, mesh);
        writer.finish();
        return;
    }
    require_up_axis(path, up);
    require_mesh_ending_out(path);
    write_file(path, find_format<Writer>(path, kWriters)->write(vertices_of(mesh), mesh.triangles, provenance));
}

std::vector<std::string> mesh_endings_in() { return endings<Reader>(kReaders); }
std::vector<std::string> mesh_endings_out() {
    std::vector<std::string> all = endings<Writer>(kWriters);
    all.emplace_back(kUsda);
    return all;
}
void require_mesh_ending_in(const std::filesystem::path& path) { reader_of(path); }
void require_mesh_ending_out(const std::filesystem::path& path) {
    const std::vector<std::string> known = mesh_endings_out();
    if (std::find(known.begin(), known.end(), ending_of(path)) == known.end())
        refuse_ending(path, "mesh format that is written", known);
}
void require_up_axis(const std::filesystem::path& path, UpAxis up) {
    const std::string ending = ending_of(path);
    if (up == UpAxis::z && (ending == ".gltf" || ending == ".glb"))
        throw InputError(path.string() + ": a glTF file has y up by its definition; write it with y up");
}
std::vector<std::string> columns_left_out(const std::filesystem::path& path, const ColumnTable& columns) {
    std::vector<std::string> names;
    if (ending_of(path) != ".obj") return names;
    for (const auto& [name, column] : columns.columns()) {
        const bool held = name == "P" || name == "N" || name == "Cd" || name == "uv";
        if (!held || !std::holds_alternative<Vec3Column>(column)) names.push_back(name);
    }
    return names;
}
bool has_mesh_ending(const std::filesystem::path& path) { return find_format<Reader>(path, kReaders) != nullptr; }

ParticleSet vertices_of(const TriangleMesh& mesh) {
    ParticleSet points;
    static_cast<ColumnTable&>(points) = mesh.attributes;
    points.resize(mesh.vertex_count());
    auto& positions = points.add<Vec3Column>("P");
    for (Index i = 0; i < points.size(); ++i) positions.set(i, mesh.positions[static_cast<std::size_t>(i)]);
    return points;
}

TriangleMesh mesh_of(Geometry geometry) {
    TriangleMesh mesh;
    const ParticleSet& points = geometry.points;
    mesh.positions.resize(static_cast<std::size_t>(points.size()));
    for (Index i = 0; i < points.size(); ++i)
        mesh.positions[static_cast<std::size_t>(i)] =
            (points.origin + points.positions()[i].cast<double>()).cast<Real>();
    geometry.points.remove("P");
    mesh.attributes = std::move(static_cast<ColumnTable&>(geometry.points));
    mesh.triangles = std::move(geometry.triangles);
    return mesh;
}

}  // namespace lamella
