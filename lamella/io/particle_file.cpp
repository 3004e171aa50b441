#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/csv.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/io/vtk/vtk.hpp>
#include <lamella/io/vtk/vtu.hpp>
#include <lamella/io/xyz.hpp>

#include <utility>

namespace lamella {

namespace {

struct Format {
    std::string_view ending;
    ParticleSet (*read)(std::string_view bytes, const std::string& source, ReadNotes* notes);
    std::string (*write)(const ParticleSet& particles, const Provenance& provenance);
};

// Of a format that holds meshes, too.
template <auto Read>
ParticleSet read_points(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    Geometry geometry = Read(bytes, source, notes);
    if (notes && !geometry.triangles.empty())
        notes->emplace_back("a mesh: its triangles are left out, its vertices are taken as particles");
    return std::move(geometry.points);
}
template <auto Write>
std::string write_points(const ParticleSet& particles, const Provenance& provenance) {
    return Write(particles, {}, provenance);
}

constexpr Format kFormats[] = {
    {".bgeo", read_bgeo, write_bgeo},
    {".bhclassic", read_bgeo, write_bgeo},
    {".ply", read_points<read_ply>, write_points<write_ply>},
    {".vtk", read_points<read_vtk>, write_points<write_vtk>},
    {".vtu", read_vtu, write_vtu},
    {".xyz", read_xyz, write_xyz},
    {".csv", read_csv, write_csv},
};

const Format& format_of(const std::filesystem::path& path) {
    return require_format<Format>(path, kFormats, "particle format");
}

}  // namespace

ParticleSet read_particles(const std::filesystem::path& path, ReadNotes* notes) {
    format_of(path);  // an unknown ending is told before the file is read
    return parse_particles(read_file(path), path, notes);
}

ParticleSet parse_particles(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes) {
    return format_of(name).read(bytes, name.string(), notes);
}

void write_particles(const std::filesystem::path& path, const ParticleSet& particles, const Provenance& provenance) {
    write_file(path, format_of(path).write(particles, provenance));
}

std::vector<std::string> particle_endings() { return endings<Format>(kFormats); }

bool has_particle_ending(const std::filesystem::path& path) { return find_format<Format>(path, kFormats) != nullptr; }

}  // namespace lamella
