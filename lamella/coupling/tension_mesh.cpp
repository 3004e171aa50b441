#include <lamella/core/error.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/coupling/force_transfer.hpp>
#include <lamella/coupling/tension_mesh.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/tracking/area_gradient.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr Index kVolumeEvery = 16;  // projections

ParticleSet places_of(const ParticleSet& particles) {
    ParticleSet places;
    places.resize(particles.size());
    places.add<Vec3Column>("P") = particles.positions();
    places.add<IndexColumn>("id") = particles.get<IndexColumn>("id");
    return places;
}

}  // namespace

TensionMesh::TensionMesh(const CarriedSurfaceSettings& settings)
    : settings_(settings), tracking_{settings.cell}, surface_(field_, tracking_, settings.spacing) {}

void TensionMesh::follow(const ParticleSet& particles) {
    ParticleSet now = places_of(particles);
    if (now.size() == 0)
        surface_.clear();
    else if (surface_.started())
        carry(now);
    else
        begin(now);
    last_ = std::move(now);
}

void TensionMesh::begin(const ParticleSet& now) {
    try {
        surface_.start(field_of_frame(field_, now, settings_.spacing));
    } catch (const InputError& error) {
        if (begun_) return;  // what is left has no surface
        throw InputError(fmt::format("solver.surface_tension.cell: {}", error.what()));
    }
    surface_.vertices().number("id");
    unprojected_ = 0.0f;
    begun_ = true;
}

void TensionMesh::carry(const ParticleSet& now) {
    const FrameMotion motion(last_, now, 0.0, settings_.spacing);
    surface_.carry(motion);
    unprojected_ += motion.largest_own_move();
    if (unprojected_ >= tracking_.step * settings_.cell * settings_.spacing) project(now);
}

void TensionMesh::project(const ParticleSet& now) {
    const ProfileScope scope("project tension mesh");
    const bool whole = projections_++ % kVolumeEvery == 0;
    surface_.project_on(field_of_frame(field_, now, settings_.spacing), whole);
    unprojected_ = 0.0f;
}

SurfaceForces TensionMesh::forces(const WettedSolids& solids) const {
    const ConnectedMesh& mesh = surface_.mesh();
    const VertexForces at_vertices = tension_forces(mesh, SolidsBeside(mesh, solids, settings_.spacing));
    const auto handed_on = [&](const std::vector<Vec3d>& forces) {
        return forces_on_particles(last_.positions(), mesh.positions, forces, settings_.spacing);
    };
    SurfaceForces forces{handed_on(at_vertices.tension), {}};
    if (!at_vertices.pull.empty()) forces.pull = handed_on(at_vertices.pull);
    return forces;
}

Vec3Column TensionMesh::forces() const {
    const ConnectedMesh& mesh = surface_.mesh();
    return forces_on_particles(last_.positions(), mesh.positions, tension_forces(mesh), settings_.spacing);
}

TriangleMesh TensionMesh::mesh() const {
    TriangleMesh mesh = surface_.mesh().to_triangle_mesh();
    add_vertex_normals(mesh);
    return mesh;
}

void TensionMesh::state(StateVisitor& visit) {
    visit("mesh", surface_);
    visit("last", last_);
    visit("unprojected", unprojected_);
    visit("projections", projections_);
    visit("begun", begun_);
}

std::unique_ptr<CarriedSurface> make_tension_mesh(const CarriedSurfaceSettings& settings) {
    return std::make_unique<TensionMesh>(settings);
}

}  // namespace lamella
