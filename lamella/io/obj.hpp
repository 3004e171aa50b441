// Wavefront OBJ: read by tinyobjloader (called here only), written by hand.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <span>

namespace lamella {

// Positions, faces (polygons as fans) and normals where each vertex has one.
Geometry read_obj(std::string_view text, const std::string& source, ReadNotes* notes = nullptr);

// Positions, faces, and the normals N if there are any; other attributes have no place in an OBJ.
std::string write_obj(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance);

}  // namespace lamella
