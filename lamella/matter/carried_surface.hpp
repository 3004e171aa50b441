// The surface of a liquid as a mesh that goes with its particles, for forces that act on it. A solver knows no more
// than this; a coupling makes it (coupling/tension_mesh.hpp), and the setup of the liquid hands it over.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/matter/state_visitor.hpp>
#include <lamella/particles/particle_set.hpp>

#include <memory>

namespace lamella {

// The solids that a surface may lie on.
struct WettedSolids {
    FunctionRef<Real(const Vec3&)> distance;  // from them, m; negative in them
    Real share = 0.0f;  // of the tension that wetted area has: minus the cosine of the contact angle (Young 1805)
};

// On the particles that were followed last, in newtons for a tension of 1 N/m.
struct SurfaceForces {
    Vec3Column tension;  // sums to zero
    Vec3Column pull;     // of solids on the liquid beside them; empty where it is beside none
};

class CarriedSurface {
public:
    CarriedSurface() = default;
    virtual ~CarriedSurface() = default;
    CarriedSurface(const CarriedSurface&) = delete;
    CarriedSurface& operator=(const CarriedSurface&) = delete;

    // Brings the mesh to where the particles (P, id) are now. InputError where they have no surface to begin with.
    virtual void follow(const ParticleSet& particles) = 0;

    virtual SurfaceForces forces(const WettedSolids& solids) const = 0;

    virtual TriangleMesh mesh() const = 0;
    virtual void state(StateVisitor& visit) = 0;
};

struct CarriedSurfaceSettings {
    Real spacing = 1.0f;  // of the particles, m
    Real cell = 0.5f;     // length of the mesh's edges, in spacings
};

using CarriedSurfaceMaker = std::unique_ptr<CarriedSurface> (*)(const CarriedSurfaceSettings&);

}  // namespace lamella
