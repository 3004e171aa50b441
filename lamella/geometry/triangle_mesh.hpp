// An indexed triangle mesh with named vertex attributes.
#pragma once

#include <lamella/core/columns.hpp>

#include <vector>

namespace lamella {

// Triangles turn counter-clockwise seen from outside. `attributes` has one row per vertex; usual names
// are N (normal), v (velocity), Cd (colour).
struct TriangleMesh {
    std::vector<Vec3> positions;
    std::vector<Vec3i> triangles;
    ColumnTable attributes;

    Index vertex_count() const { return static_cast<Index>(positions.size()); }
    Index triangle_count() const { return static_cast<Index>(triangles.size()); }
    bool empty() const { return triangles.empty(); }
};

Box3 bounds(const TriangleMesh& mesh);

}  // namespace lamella
