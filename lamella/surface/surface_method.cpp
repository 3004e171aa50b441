#include <lamella/core/error.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/decimate_garland1997.hpp>
#include <lamella/geometry/mesh_clip.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/mesh_parts.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/surface/exact_volume.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/kernel_display.hpp>
#include <lamella/surface/level_set/distance_band.hpp>
#include <lamella/surface/level_set/level_set_field.hpp>
#include <lamella/surface/room_at_walls.hpp>
#include <lamella/surface/sheet_repair_ando2011.hpp>
#include <lamella/surface/smoothing/smoothing_bhattacharya2011.hpp>
#include <lamella/surface/smoothing/smoothing_loeschner2023.hpp>
#include <lamella/surface/surface_method.hpp>
#include <lamella/surface/surface_walls.hpp>
#include <lamella/surface/vertex_attributes.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace lamella {
namespace {

double volume_of(const ParticleSet& particles, double spacing) {
    return whole_particles(total_units(particles)) * spacing * spacing * spacing;
}

void fill_report(const ParticleSet& particles, double spacing, Surface& surface) {
    surface.report.particles = particles.size();
    surface.report.vertices = surface.mesh.vertex_count();
    surface.report.triangles = surface.mesh.triangle_count();
    surface.report.particle_volume = volume_of(particles, spacing);
    surface.report.mesh_volume = enclosed_volume(surface.mesh);
}

// The columns to carry, each once; v only where the particles have it.
std::vector<std::string> carried_columns(const SurfaceMesh& settings, const ParticleSet& particles) {
    std::vector<std::string> names = settings.attributes;
    if (settings.velocity && particles.find<Vec3Column>("v")) names.emplace_back("v");
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

// What the settings ask for besides the surface of the field. Normals of a smoothed mesh are its own.
void finish_mesh(const SurfaceMesh& settings, const ParticleCloud& cloud, const SurfaceWalls* walls,
                 TriangleMesh& mesh) {
    const Real spacing = cloud.spacing();
    if (settings.smallest_drop > 0.0f)
        remove_small_parts(mesh, static_cast<double>(settings.smallest_drop) * spacing * spacing * spacing);
    if (settings.smoothing > 0) smooth_weighted(cloud, settings.smoothing, mesh, walls);
    if (settings.decimate > 0.0f) decimate(mesh, static_cast<double>(settings.decimate) * spacing);
    if (settings.normals && (settings.smoothing > 0 || !mesh.attributes.has("N"))) add_vertex_normals(mesh);
}

// Cuts the mesh at the box that the settings give; the mesh is relative to the particles' origin.
void clip_mesh(const SurfaceMesh& settings, const Vec3d& origin, Real spacing, TriangleMesh& mesh) {
    if (!settings.clip) return;
    const auto& [min, max] = *settings.clip;
    if (!((max - min).minCoeff() > 0.0))
        throw InputError(
            fmt::format("the clip box of the surface reaches from ({}, {}, {}) to ({}, {}, {}); its max "
                        "must be above its min along every axis",
                        min.x(), min.y(), min.z(), max.x(), max.y(), max.z()));
    constexpr Real kSnap = 1e-3f;  // cells
    const Box3 box{(min - origin).cast<Real>(), (max - origin).cast<Real>()};
    clip_to_box(mesh, box, kSnap * settings.cell * spacing);
}

// The nodes of the grid before the walls, where there are walls.
std::optional<CutNodes> cut_by(const SurfaceWalls* walls, const SparseGrid& grid) {
    if (!walls) return {};
    return std::optional<CutNodes>(std::in_place, *walls, grid);
}

const CutNodes* address_of(const std::optional<CutNodes>& cut) { return cut ? &*cut : nullptr; }

void smooth(const ThinPlateBand& bounds, const ParticleCloud& cloud, const SurfaceWalls* walls, Surface& surface) {
    if (surface.mesh.empty()) return;
    surface.report.thin_plate = smooth_thin_plate(bounds, cloud, surface.mesh, surface.iso, surface.phi);
    surface.iso = 0.0f;
    const auto cut = cut_by(walls, surface.phi);
    surface.mesh = marching_cubes(surface.phi, surface.iso, nullptr, address_of(cut));
}

// What the mesh is made of besides its field.
struct MeshInput {
    const SurfaceMesh& settings;
    const ParticleCloud& cloud;
    const std::vector<std::string>& carried;
    const SurfaceWalls* walls;
    const CutNodes* cut;
};

// From the field on the nodes of a grid and its level, which the surface has already.
void add_mesh(const MeshInput& input, const ImplicitField& field, Surface& surface) {
    const SurfaceMesh& settings = input.settings;
    surface.report.level = surface.iso;
    surface.report.blocks = surface.phi.block_count();
    surface.report.grid_bytes = surface.phi.memory_bytes();
    const auto roots = field.roots(surface.phi, surface.iso);
    const bool smoothed = settings.thin_plate.has_value();  // cut when it is done
    surface.mesh = marching_cubes(surface.phi, surface.iso, roots.get(), smoothed ? nullptr : input.cut);
    if (smoothed)
        smooth(*settings.thin_plate, input.cloud, input.walls, surface);
    else if (settings.normals && roots)
        set_normals(roots->take_gradients(), surface.mesh);
}

void finish(const MeshInput& input, Surface& surface) {
    const SurfaceMesh& settings = input.settings;
    const Real spacing = input.cloud.spacing();
    if (const auto all = settings.level_set ? cut_by(input.walls, surface.phi) : std::nullopt)
        cut_level_set(*all, surface.iso, spacing, surface.phi);
    surface.phi = settings.level_set ? distance_band(surface.phi, surface.iso, surface.mesh) : SparseGrid();
    finish_mesh(settings, input.cloud, input.walls, surface.mesh);
    clip_mesh(settings, input.cloud.particles().origin, spacing, surface.mesh);
    carry_columns(input.cloud, input.carried, surface.mesh);
}

// What surfaces of one liquid in one frame have in common.
struct LiquidInput {
    Real spacing;
    double volume;  // of the particles
    const std::vector<std::string>& carried;
    const SurfaceWalls* walls;
};

// One mesh from one set of particles, not yet finished.
template <class Parameters>
class Reconstruction {
public:
    Reconstruction(const Parameters& parameters, const ParticleSet& particles, const LiquidInput& liquid,
                   SurfaceMemory* memory)
        : parameters_(parameters),
          liquid_(liquid),
          cloud_(particles, liquid.spacing, liquid.carried),
          field_(parameters.field(cloud_, memory)) {
        surface_.phi = field_->sample(static_cast<double>(parameters.mesh.cell) * liquid.spacing);
        if (liquid.walls) cut_.emplace(*liquid.walls, surface_.phi);
        surface_.iso = field_->level();
    }
    // At the level of the field.
    double volume() {
        if (parameters_.mesh.thin_plate)
            return enclosed_volume(marching_cubes(surface_.phi, surface_.iso, nullptr, address_of(cut_)));
        add_mesh(input(), *field_, surface_);
        meshed_ = true;
        return enclosed_volume(surface_.mesh);
    }
    // At the level that the parameters ask for.
    Surface finished(SurfaceMemory* memory, double least = 0.0) {
        const VolumeAsked asked{liquid_.volume, liquid_.spacing, address_of(cut_), meshed_ ? &surface_.mesh : nullptr,
                                least};
        const Real level = parameters_.level(*field_, surface_.phi, asked, memory);
        if (!meshed_ || level != surface_.iso) {
            surface_.iso = level;
            add_mesh(input(), *field_, surface_);
        }
        if (parameters_.writes_kernels()) surface_.kernels = kernels_for_display(cloud_, *field_->kernels());
        finish(input(), surface_);
        return std::move(surface_);
    }

private:
    MeshInput input() const { return {parameters_.mesh, cloud_, liquid_.carried, liquid_.walls, address_of(cut_)}; }

    const Parameters& parameters_;
    const LiquidInput& liquid_;
    ParticleCloud cloud_;
    std::unique_ptr<ImplicitField> field_;
    std::optional<CutNodes> cut_;
    Surface surface_;
    bool meshed_ = false;  // at the level of the field
};

// Where walls cut off more than a hundredth of the liquid, that much more room is made for it (room_at_walls.hpp). A
// hundredth is left as it is: large tanks need no second mesh, and surfaces do not leap where others do. What is asked
// for follows from what came of it. A single layer stays flat on its floor and cannot be given all of its room: the
// rest is asked of the level.
template <class Parameters>
Surface make_surface(const Parameters& parameters, const ParticleSet& particles, const LiquidInput& liquid,
                     SurfaceMemory* memory) {
    constexpr double kKept = 0.99, kTolerance = 0.002;
    constexpr int kMostMeshes = 4;
    std::optional<SurfaceMemory> before;
    if (memory && liquid.walls) before = *memory;
    std::optional<Reconstruction<Parameters>> made(std::in_place, parameters, particles, liquid, memory);
    if (!liquid.walls) return made->finished(memory);
    const double kept = kKept * liquid.volume, first = made->volume(), missing = kept - first;
    double asked = missing, least = 0.0;
    for (int mesh = 1; mesh < kMostMeshes && asked > kTolerance * liquid.volume; ++mesh) {
        const auto moved = with_room_at_walls(particles, liquid.spacing, *liquid.walls, asked);
        if (!moved) break;
        if (memory) *memory = *before;
        made.emplace(parameters, *moved, liquid, memory);
        const double gained = made->volume() - first;
        least = gained > missing - kTolerance * liquid.volume ? 0.0 : kept;
        if (least == 0.0) break;
        asked *= missing / std::max(gained, 0.5 * missing);
    }
    return made->finished(memory, least);
}

const SurfaceMesh& mesh_settings(const SurfaceField& field) {
    return std::visit([](const auto& parameters) -> const SurfaceMesh& { return parameters.mesh; }, field);
}

}  // namespace

bool writes_kernels(const SurfaceField& field) {
    return std::visit([](const auto& parameters) { return parameters.writes_kernels(); }, field);
}

bool writes_level_set(const SurfaceField& field) { return mesh_settings(field).level_set; }

Real cell_of(const SurfaceField& field) { return mesh_settings(field).cell; }

Index frames_before(const SurfaceField& field) {
    return std::visit([](const auto& parameters) { return parameters.frames_before(); }, field);
}

Surface reconstruct(const SurfaceField& field, const ParticleSet& particles, Real spacing, SurfaceMemory* memory,
                    const SurfaceWalls* walls) {
    const ProfileScope scope("surface");
    if (!mesh_settings(field).walls) walls = nullptr;
    Surface surface = std::visit(
        [&](auto parameters) {
            const auto carried = carried_columns(parameters.mesh, particles);
            const LiquidInput liquid{spacing, volume_of(particles, spacing), carried, walls};
            if (!parameters.mesh.repair_sheets) return make_surface(parameters, particles, liquid, memory);
            const ParticleSet repaired = repair_sheets(particles, spacing, carried);
            parameters.show_thin_sheets();
            Surface result = make_surface(parameters, repaired, liquid, memory);
            result.report.inserted = repaired.size() - particles.size();
            return result;
        },
        field);
    fill_report(particles, spacing, surface);
    return surface;
}

Surface reconstruct_level_set(const SurfaceField& field, const LevelSetField& own, const ParticleSet& particles,
                              Real spacing, const SurfaceWalls* walls) {
    const ProfileScope scope("surface");
    const SurfaceMesh& settings = mesh_settings(field);
    if (!settings.walls) walls = nullptr;
    const auto carried = carried_columns(settings, particles);
    const ParticleCloud cloud(particles, spacing, carried);
    Surface surface;
    surface.phi = own.sample(static_cast<double>(settings.cell) * spacing);
    surface.iso = own.level();
    const auto cut = cut_by(walls, surface.phi);
    const MeshInput input{settings, cloud, carried, walls, address_of(cut)};
    add_mesh(input, own, surface);
    finish(input, surface);
    fill_report(particles, spacing, surface);
    surface.report.particle_volume += own.drop_volume() - own.drop_count() * std::pow(double{spacing}, 3.0);
    return surface;
}

}  // namespace lamella
