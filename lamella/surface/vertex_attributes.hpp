// What the vertices of a surface know besides their place.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/surface/particle_cloud.hpp>

#include <span>
#include <string>

namespace lamella {

// Unit normals N against the gradients of a field that grows inwards, one per vertex.
void set_normals(Vec3Column gradients, TriangleMesh& mesh);

// Gives the vertices the mean of each named column over the particles within the radius of the cloud,
// weighted by the poly6 kernel; integer columns take the value of the nearest particle instead.
void carry_columns(const ParticleCloud& cloud, std::span<const std::string> names, TriangleMesh& mesh);

}  // namespace lamella
