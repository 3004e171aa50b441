// The field of a surface at one moment, together with the particles that it is made of.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/particle_cloud.hpp>
#include <lamella/surface/tracked_parameters.hpp>
#include <lamella/tracking/surface_level_field.hpp>

#include <memory>

namespace lamella {

struct FieldMoment {
    std::unique_ptr<ParticleCloud> cloud;  // `id` is the row of a particle where it came from
    std::unique_ptr<ImplicitField> field;

    Real spacing() const { return cloud->spacing(); }
    SurfaceLevelField phi() const { return {*field, field->level(), spacing()}; }

    // The whole surface by marching cubes with cells that wide, in metres.
    TriangleMesh mesh(double cell) const;
};

// The field of particles as they are in a frame.
FieldMoment field_of_frame(const FrameField& settings, const ParticleSet& particles, Real spacing);

}  // namespace lamella
