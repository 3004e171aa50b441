// Data of a patch's vertices and faces: those of the closest point on the triangles that it replaces.
#pragma once

#include <lamella/geometry/connected/face_replacement.hpp>
#include <lamella/tracking/repair/repair_settings.hpp>

namespace lamella {

// Gives the vertex its parents' data, two at a time, the heaviest first: ((a, b), c). Whoever replays origins gets the
// same bits by doing the same.
void inherit(ElementData& vertices, const RepairOrigin& origin);

// Fills the rows of the vertices from `first_vertex` on, notes their origins, and makes the list for replace_faces().
// What is farther than `reach` from all gone faces is born without parents.
std::vector<NewFace> carry_data(ConnectedMesh& mesh, std::span<const Index> gone, std::span<const Vec3i> made,
                                Index first_vertex, double reach, std::vector<RepairOrigin>& origins);

}  // namespace lamella
