// Whether a sheet has holes: what its mesh covers, seen along y.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Of samples^2 lines along y through the square |x|, |z| <= half, the share that no triangle meets.
double share_uncovered(const TriangleMesh& mesh, Real half, Index samples);

}  // namespace lamella
