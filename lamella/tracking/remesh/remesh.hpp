// One round of remeshing: split, collapse, flip, and smoothing where triangles are thin. Edges are looked at in
// parallel; only those that are out of range are worked on, one after the other in an order that the mesh gives.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/remesh/remesh_settings.hpp>

#include <span>
#include <vector>

namespace lamella {

RemeshReport remesh(ConnectedMesh& mesh, const RemeshSettings& settings);

// The edges at the vertices, ascending, each once.
std::vector<Index> edges_at(const ConnectedMesh& mesh, std::span<const Index> vertices);

// One round for the edges at the vertices of a new patch; all of its vertices that are left are smoothed. Those that
// the splits make are added to the patch, those that are gone leave it.
RemeshReport remesh_patch(ConnectedMesh& mesh, const RemeshSettings& settings, std::vector<Index>& patch);

}  // namespace lamella
