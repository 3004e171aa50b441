#include <lamella/core/atomic_file.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/ply.hpp>

namespace lamella {

namespace {

struct Format {
    std::string_view ending;
    ParticleSet (*read)(std::string_view bytes, const std::string& source, ReadNotes* notes);
    std::string (*write)(const ParticleSet& particles, const Provenance& provenance);
};

ParticleSet ply_points(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    return read_ply(bytes, source, notes).points;
}
std::string points_to_ply(const ParticleSet& particles, const Provenance& provenance) {
    return write_ply(particles, {}, provenance);
}

constexpr Format kFormats[] = {
    {".bgeo", read_bgeo, write_bgeo},
    {".bhclassic", read_bgeo, write_bgeo},
    {".ply", ply_points, points_to_ply},
};

const Format& format_of(const std::filesystem::path& path) {
    return require_format<Format>(path, kFormats, "particle format");
}

}  // namespace

ParticleSet read_particles(const std::filesystem::path& path, ReadNotes* notes) {
    const Format& format = format_of(path);
    return format.read(read_file(path), path.string(), notes);
}

void write_particles(const std::filesystem::path& path, const ParticleSet& particles, const Provenance& provenance) {
    write_file(path, format_of(path).write(particles, provenance));
}

std::vector<std::string> particle_endings() { return endings<Format>(kFormats); }

bool has_particle_ending(const std::filesystem::path& path) { return find_format<Format>(path, kFormats) != nullptr; }

}  // namespace lamella
