// What is right and wrong with a triangle mesh.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

struct MeshReport {
    Index vertices = 0;
    Index triangles = 0;
    Index edges = 0;
    Index boundary_edges = 0;         // with one triangle
    Index non_manifold_edges = 0;     // with more than two
    Index inconsistent_edges = 0;     // run through more often one way than the other
    Index non_manifold_vertices = 0;  // whose triangles form more than one fan
    Index duplicate_triangles = 0;    // the same three vertices as an earlier triangle
    Index degenerate_triangles = 0;   // a repeated vertex, or an area of at most `smallest_area`
    Index unreferenced_vertices = 0;
    Index components = 0;            // connected through shared vertices
    Index euler_characteristic = 0;  // vertices - edges + triangles; 2 for a sphere
    double volume = 0.0;             // divergence theorem about the centre of the bounds; negative: inside out
    double area = 0.0;

    bool closed() const { return triangles > 0 && boundary_edges == 0; }
    bool manifold() const { return non_manifold_edges == 0 && non_manifold_vertices == 0 && duplicate_triangles == 0; }
    bool oriented() const { return inconsistent_edges == 0; }
};

// Triangles with a repeated vertex take no part in edges, fans, components and the Euler characteristic.
MeshReport check_mesh(const TriangleMesh& mesh, double smallest_area = 0.0);

// An InputError that names the first triangle whose vertices do not exist or the first vertex that is not
// finite. Whatever is built from a mesh calls it first.
void require_valid(const TriangleMesh& mesh);

}  // namespace lamella
