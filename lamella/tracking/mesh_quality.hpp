// How good the triangles of a tracked mesh are.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

struct MeshQuality {
    Index vertices = 0;
    Index triangles = 0;
    double smallest_angle = 0.0;  // degrees
    double low_angle = 0.0;       // what 1 % of the triangles' smallest angles are below
    double thin_share = 0.0;      // of triangles with an angle below 15 degrees
    double shortest_edge = 0.0;   // m
    double longest_edge = 0.0;
    double edges_in_range = 0.0;  // share between 0.5 and 1.45 target edges
    double volume = 0.0;          // m^3
};

MeshQuality measure_quality(const ConnectedMesh& mesh, Real target_edge);

}  // namespace lamella
