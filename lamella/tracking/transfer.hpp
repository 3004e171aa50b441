// What vertices carry, over changes that are no operation on edges.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <vector>

namespace lamella {

// The mesh is replaced by another one, whose vertices get what the closest points of the old one carry. The last
// resort: it blurs labels and lets the triangles flicker, everywhere.
void replace_mesh(ConnectedMesh& mesh, const TriangleMesh& by);

// What became of the vertices of a mesh: each new one is a mean of old ones.
struct VertexOrigin {
    std::vector<Index> old;       // ascending
    std::vector<double> weights;  // they sum up to 1
};

// The origins of all vertices that a log leaves, of `vertices` before it. Rows that were appended and never blended
// have none.
std::vector<VertexOrigin> origins_of(const CarryLog& log, Index vertices);

}  // namespace lamella
