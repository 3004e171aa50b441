// Tangential smoothing: a vertex moves towards the middle of the faces around it, but not along its normal. It gives
// the best angles of all, and it resamples what the mesh carries; so it is for triangles that have become thin and for
// patches that are new.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/remesh/remesh_settings.hpp>

#include <span>
#include <vector>

namespace lamella {

// The corners of the triangles with an angle below `degrees`, ascending.
std::vector<Index> thin_corners(const ConnectedMesh& mesh, Real degrees);

// Moves the vertices, one after the other, by `settings.smoothing` of the way, at most by the cap. Columns are taken at
// the new place: from the face around the vertex that the move leads into. A move that turns a face by more than 60
// degrees is left out. Gives how many moved.
Index smooth_vertices(ConnectedMesh& mesh, const RemeshSettings& settings, std::span<const Index> vertices);

}  // namespace lamella
