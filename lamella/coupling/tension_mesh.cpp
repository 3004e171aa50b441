#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
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

// How far along an axis a particle has moved at most beyond what all have.
Real largest_own_move(const FrameMotion& motion) {
    const Vec3Column from = motion.places(0.0f), to = motion.places(1.0f);
    const auto move = [&](Index i) { return Vec3d((to[i] - from[i]).cast<double>()); };
    const Vec3d none = Vec3d::Zero();
    const Vec3d mean = parallel_sum("mean move", motion.size(), move, none) / std::max(motion.size(), Index{1});
    return parallel_max(
        "largest move", motion.size(),
        [&](Index i) { return static_cast<Real>((move(i) - mean).cwiseAbs().maxCoeff()); }, 0.0f);
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
    unprojected_ += largest_own_move(motion);
    if (unprojected_ >= tracking_.step * settings_.cell * settings_.spacing) project(now);
}

void TensionMesh::project(const ParticleSet& now) {
    const ProfileScope scope("project tension mesh");
    const bool whole = projections_++ % kVolumeEvery == 0;
    surface_.project_on(field_of_frame(field_, now, settings_.spacing), whole);
    unprojected_ = 0.0f;
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
