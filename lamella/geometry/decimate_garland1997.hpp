// Fewer triangles for the same surface: edges are collapsed in the order of their quadric error (Garland and
// Heckbert 1997, "Surface Simplification Using Quadric Error Metrics"):
//
//     Q_v = sum over the triangles at v of area (n x - n p)^2,   cost of (u, v) = min over x of (Q_u + Q_v)(x).
//
// Departures. A quadric is no bound on a distance: planes have no end, and a sum hides its largest term. So the
// cost only gives the order, and each collapse is measured by fan_distance_cohen1997.hpp. A vertex keeps how far the
// surface has moved there, and a collapse that would bring it above the limit is not made. Planes are weighted by area,
// and the minimum is drawn a little to the middle of the edge, so that flat parts, where A has no inverse, have one.
// Only edges are contracted, no pairs of vertices, so parts do not merge.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Every point of the surface before is within `largest_distance` of the surface after, and the other way round.
// Closed, oriented and manifold parts stay so (the link condition) and keep their Euler characteristic; no triangle
// turns over or gets thinner than the thinnest around it; but two sides of a sheet that is thinner than twice the
// distance may come to touch. Vertices at boundaries or where the mesh is not manifold stay. The vertices that are
// left get attributes by blend_rows (vertex_rows.hpp). It runs on one thread.
void decimate(TriangleMesh& mesh, double largest_distance);

}  // namespace lamella
