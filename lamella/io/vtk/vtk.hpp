// Legacy VTK files (.vtk), ASCII and binary, versions 2 to 5.1: points, polygons and point attributes of
// POLYDATA and UNSTRUCTURED_GRID.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <span>

namespace lamella {

Geometry read_vtk(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);

// Binary: vertices of an unstructured grid without triangles, polydata with them. The velocity is called
// `velocity`; the title line is the provenance.
std::string write_vtk(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance);

// What VTK files call one of our columns.
std::string vtk_name(const std::string& column);

}  // namespace lamella
