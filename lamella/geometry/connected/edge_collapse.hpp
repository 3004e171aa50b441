// The two ends of an edge become one vertex. The surface keeps its shape as a manifold if and only if the link
// condition holds (Dey, Edelsbrunner, Guha and Nekhayev 1999, "Topology Preserving Edge Contraction"): what is next to
// both ends is next to the edge. At a boundary the outside counts as one more vertex.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <optional>

namespace lamella {

struct CollapseOptions {
    Real t = 0.5f;                        // the weight of the half-edge's far end; the other's is 1 - t
    std::optional<Vec3> place;            // of the vertex that stays, else by t
    std::optional<Real> smallest_cosine;  // between the normals of a face before and after; no face without area
};

// Gives the vertex that stays, which is the half-edge's start, or -1, and nothing is changed, where the edge is not
// there, the link condition does not hold or a face would turn too far. The vertices, and the edges that fall together,
// unite; amounts of the two faces and the edge that vanish go to the faces and edges beside them.
Index collapse_edge(ConnectedMesh& mesh, Index edge, const CollapseOptions& options = {});

// Whether the mesh stays manifold without this edge.
bool may_collapse(const ConnectedMesh& mesh, Index edge);

}  // namespace lamella
