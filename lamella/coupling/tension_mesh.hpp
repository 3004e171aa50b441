// The mesh on which the surface tension of particles is computed (Yu 2011, section 5.3): a tracked surface that lives
// with the simulation. In every step the particles carry it along, and give their share of the forces of its vertices
// (tracking/area_gradient.hpp, force_transfer.hpp). When a particle has moved farther than 0.16 edges along an axis
// beyond what all moved, the mesh is remeshed, projected and repaired on the field `true_volume`, as in a sub-step of
// tracking (tracking/tracked_surface.hpp). The volume of the mesh is compared with that of the field each 16th time.
#pragma once

#include <lamella/matter/carried_surface.hpp>
#include <lamella/tracking/tracked_surface.hpp>

namespace lamella {

class TensionMesh final : public CarriedSurface {
public:
    explicit TensionMesh(const CarriedSurfaceSettings& settings);

    void follow(const ParticleSet& particles) override;
    SurfaceForces forces(const WettedSolids& solids) const override;
    Vec3Column forces() const;  // far from all solids
    TriangleMesh mesh() const override;
    void state(StateVisitor& visit) override;

    const ConnectedMesh& connected() const { return surface_.mesh(); }

private:
    void begin(const ParticleSet& now);
    void carry(const ParticleSet& now);
    void project(const ParticleSet& now);

    CarriedSurfaceSettings settings_;
    TrackingSettings tracking_;
    FrameField field_;
    TrackedSurface surface_;
    ParticleSet last_;         // where the particles were when they were followed last: P, id
    Real unprojected_ = 0.0f;  // m that they have moved since the mesh was projected
    Index projections_ = 0;
    bool begun_ = false;  // once there was a mesh
};

// For LiquidSetup::carried_surface.
std::unique_ptr<CarriedSurface> make_tension_mesh(const CarriedSurfaceSettings& settings);

}  // namespace lamella
