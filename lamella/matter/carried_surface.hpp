// The surface of a liquid as a mesh that goes with its particles, for forces that act on it. A solver knows no more
// than this; a coupling makes it (coupling/tension_mesh.hpp), and the setup of the liquid hands it over.
#pragma once

#include <lamella/matter/state_visitor.hpp>
#include <lamella/particles/particle_set.hpp>

#include <memory>

namespace lamella {

class CarriedSurface {
public:
    CarriedSurface() = default;
    virtual ~CarriedSurface() = default;
    CarriedSurface(const CarriedSurface&) = delete;
    CarriedSurface& operator=(const CarriedSurface&) = delete;

    // Brings the mesh to where the particles (P, id) are now. InputError where they have no surface to begin with.
    virtual void follow(const ParticleSet& particles) = 0;

    // What a tension of 1 N/m does to the particles that were followed last, in newtons; all of it sums to zero.
    virtual Vec3Column forces() const = 0;

    virtual TriangleMesh mesh() const = 0;
    virtual void state(StateVisitor& visit) = 0;
};

struct CarriedSurfaceSettings {
    Real spacing = 1.0f;  // of the particles, m
    Real cell = 0.5f;     // length of the mesh's edges, in spacings
};

using CarriedSurfaceMaker = std::unique_ptr<CarriedSurface> (*)(const CarriedSurfaceSettings&);

}  // namespace lamella
