// How far a patch of triangles moves when a fan about one vertex takes its place (after Cohen, Manocha and Olano
// 1997, "Simplifying Polygonal Models Using Successive Mappings"). Where both are seen whole from one direction n,
// points that lie behind one another are partners, and the distance of partners is linear within the pieces that
// the edges of both, laid over each other, cut out. So what holds at the corners of the pieces holds everywhere: at
// the vertices inside of either, and where an edge of one crosses an edge of the other.
//
// Vertices carry how far the surface has moved there before, linear in between (Gueziec 1999, "Locally Toleranced
// Surface Simplification"). The vertices of the boundary keep theirs; that of the fan's middle is the least for which
// at all corners x
//
//     moved after (x) >= moved before (x) + distance of the partners at x.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <vector>

namespace lamella {

struct MovedPoint {
    Vec3d p;  // relative to the vertex in the middle of the fan
    double moved = 0.0;
};

struct PatchAndFan {
    std::vector<std::array<MovedPoint, 3>> patch;
    std::vector<std::array<MovedPoint, 2>> inner_edges;  // of the patch
    std::array<MovedPoint, 2> inner_vertices;            // of the patch
    std::vector<std::array<MovedPoint, 2>> ring;         // the boundary of both, as the patch turns
};

// How far the surface has then moved at the middle of the fan, the partners seen along the unit vector n; infinity
// where a triangle of the patch or the fan is seen from behind or the boundary winds about the middle more than
// once. Turns the positions.
double moved_at_middle(PatchAndFan& both, const Vec3d& n);

}  // namespace lamella
