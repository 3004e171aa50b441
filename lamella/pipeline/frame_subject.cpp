#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/pipeline/frame_subject.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/surface/spacing.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

namespace {

const Vec3 kWhite(0.90f, 0.92f, 0.94f);   // of spray, foam and bubbles that have no material
constexpr Real kWhitewaterRadius = 0.2f;  // where they have no radius, in that of other points

template <class T>
T turned(T data, bool z_up) {
    if (z_up) z_up_to_y_up(data);
    return data;
}

Box3 bounds_of(const TetMesh& mesh) {
    Box3 box;
    for (const Vec3& p : mesh.positions) box.extend(p);
    return box;
}

}  // namespace

bool is_drawn(PartKind kind, bool is_fluid, Show show) {
    switch (kind) {
        case PartKind::particles:
            return !is_fluid || show == Show::particles;
        case PartKind::mesh:
            return !is_fluid || show == Show::surface;
        case PartKind::surfels:
        case PartKind::tetrahedra:
        case PartKind::strands:
            return true;
        case PartKind::level_set:
        case PartKind::poses:
        case PartKind::picture:
            return false;
    }
    return false;
}

namespace {

bool is_surface(PartKind kind) {
    return kind == PartKind::mesh || kind == PartKind::surfels || kind == PartKind::tetrahedra;
}

bool has_surface(const std::vector<DrawnPart>& parts, const std::string& name) {
    return std::ranges::any_of(
        parts, [&](const DrawnPart& other) { return is_surface(other.record.kind) && other.record.name == name; });
}

}  // namespace

bool DrawnParts::has_mesh(std::string_view name) const {
    return std::ranges::any_of(
        parts, [&](const DrawnPart& part) { return part.record.kind == PartKind::mesh && part.record.name == name; });
}

DrawnParts drawn_parts(const RunRecord& record, const Scene& scene) {
    const Show show = scene.render->show;
    const auto is_fluid = [&](const std::string& name) {
        return std::ranges::any_of(scene.fluids, [&](const Fluid& fluid) { return fluid.name == name; });
    };
    DrawnParts drawn;
    if (show == Show::surface)
        for (const PartRecord& part : record.parts(Stage::surface, PartKind::mesh)) drawn.parts.push_back({part, true});
    for (const PartRecord& part : record.parts(Stage::foam, PartKind::particles))
        drawn.parts.push_back({part, false, true});
    const StageRecord* simulated = record.find(Stage::simulate);
    for (const PartRecord& part : simulated ? simulated->parts : std::vector<PartRecord>()) {
        const bool fluid = is_fluid(part.name);
        if (part.kind == PartKind::poses) drawn.poses = part;
        if (is_drawn(part.kind, fluid, show) &&
            !(fluid && part.kind == PartKind::mesh && has_surface(drawn.parts, part.name)))
            drawn.parts.push_back({part, fluid});
    }
    std::erase_if(drawn.parts, [all = drawn.parts](const DrawnPart& part) {
        return part.record.kind == PartKind::particles && !part.is_fluid && !part.is_whitewater &&
               has_surface(all, part.record.name);
    });
    return drawn;
}

PartKind kind_of_file(const std::filesystem::path& file, Show show) {
    if (has_tet_ending(file) || has_strand_ending(file)) {
        const std::string bytes = read_file(file);
        if (holds_tets(bytes, file)) return PartKind::tetrahedra;
        if (holds_strands(bytes, file)) return PartKind::strands;
    }
    if (!has_mesh_ending(file) || show == Show::particles) return PartKind::particles;
    return has_particle_ending(file) && read_mesh(file).empty() ? PartKind::particles : PartKind::mesh;
}

void FrameSubject::add(PartKind kind, const std::string& name, bool is_fluid, const std::filesystem::path& file,
                       bool z_up) {
    switch (kind) {
        case PartKind::particles:
            return add_particles(name, is_fluid, turned(read_particles(file), z_up));
        case PartKind::surfels: {
            const ParticleSet& set = points_.emplace_back(turned(read_particles(file), z_up));
            subject_.discs.push_back({&set, radius_, name});
            return bounds_.extend(lamella::bounds(set.positions()));
        }
        case PartKind::mesh:
            return add_mesh(name, is_fluid, turned(read_mesh(file), z_up));
        case PartKind::tetrahedra: {
            const TetMesh& mesh = tets_.emplace_back(turned(read_tets(file), z_up));
            subject_.tetrahedra.push_back({&mesh, name});
            return bounds_.extend(bounds_of(mesh));
        }
        case PartKind::strands: {
            const Strands& strands = strands_.emplace_back(turned(read_strands(file), z_up));
            const Box3 box = lamella::bounds(strands.positions());
            subject_.strands.push_back({&strands, radius_ > 0.0f ? radius_ : 0.002f * box.diagonal(), name});
            return bounds_.extend(box);
        }
        case PartKind::level_set:
        case PartKind::poses:
        case PartKind::picture:
            throw InputError(fmt::format("{}: a file of the kind '{}' is not drawn", file.string(),
                                         enum_words<PartKind>[static_cast<std::size_t>(kind)]));
    }
}

void FrameSubject::add_mesh(const std::string& name, bool is_fluid, TriangleMesh mesh) {
    const TriangleMesh& kept = meshes_.emplace_back(std::move(mesh));
    subject_.surfaces.push_back({&kept, name, is_fluid, !is_fluid});
    bounds_.extend(lamella::bounds(kept));
}

void FrameSubject::add_particles(const std::string& name, bool is_fluid, ParticleSet set) {
    const ParticleSet& kept = points_.emplace_back(std::move(set));
    const Real radius = radius_ > 0.0f ? radius_ : 0.5f * static_cast<Real>(guess_spacing(kept).spacing);
    subject_.particles.push_back({&kept, radius, name, is_fluid});
    bounds_.extend(lamella::bounds(kept.positions()));
}

void FrameSubject::add_whitewater(const std::string& name, const std::filesystem::path& file) {
    const ParticleSet read = read_particles(file);
    ParticleSet& kept = points_.emplace_back();
    kept.resize(read.size());
    kept.add<Vec3Column>("P") = read.positions();
    if (const auto* radii = read.find<ScalarColumn>("pscale")) kept.add<ScalarColumn>("pscale") = *radii;
    auto& colour = kept.add<Vec3Column>("Cd");
    for (Index i = 0; i < kept.size(); ++i) colour.set(i, kWhite);
    subject_.particles.push_back({&kept, kWhitewaterRadius * radius_, name, false});
}

void FrameSubject::add_solid(const std::string& name, TriangleMesh mesh) {
    const TriangleMesh& kept = meshes_.emplace_back(std::move(mesh));
    subject_.surfaces.push_back({&kept, name, false});
    bounds_.extend(lamella::bounds(kept));
}

}  // namespace lamella
