// The fragments of a solid as closed triangle meshes in its rest state: dual contouring (Ju et al. 2002) of many labels
// at once. Nodes of a grid are labelled with their fragment or the outside; where an edge joins two labels a face lies,
// at the skin of the solid or on a crack; each cell with such edges gets the one vertex that fits their faces best, and
// each such edge a quad between its four cells, which the fragments at its ends share. So meshes are closed, and
// between them is neither gap nor overlap. Where a fragment passes a cell twice it has a vertex for each, at one place,
// so that every edge has two triangles.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/solid/fracture/fragment_field.hpp>

namespace lamella {

struct FragmentMesh {
    Index fragment;
    // With the attribute inside: 1 on faces of fracture, 0 on the skin of the solid, between at the rims, by area.
    TriangleMesh mesh;
};

// Bumps on faces of fracture: smooth noise in two octaves moves their vertices across the faces, along the skin where
// they meet it. Both fragments at a face share its vertices, so the meshes still fit.
struct FaceRoughness {
    double height = 0.0;  // m
    double length = 1.0;  // m, of the larger bumps
};

// By ascending fragment; every one that has a particle has a mesh. `cell` in metres.
std::vector<FragmentMesh> fragment_meshes(const FragmentField& field, const Box3& bounds, double cell,
                                          const FaceRoughness& roughness = {});

}  // namespace lamella
