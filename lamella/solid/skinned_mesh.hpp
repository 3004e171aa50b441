// A detailed mesh that few particles carry along (Keiser 2006, 5.5): its vertices follow every linear motion exactly
// (particles/point_ties.hpp).
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/particles/point_ties.hpp>
#include <lamella/solid/rest_shape.hpp>

namespace lamella {

// Where the particles of the solid rest, to tie points to them.
RestCells rest_cells(const RestShape& shape);

// For points that are tied to too few particles.
[[noreturn]] void refuse_far_point(const char* what, const Vec3& place, const TieSearch& search);

class SkinnedMesh {
public:
    SkinnedMesh() = default;
    // `mesh` at rest; an InputError where a vertex is far from all particles.
    SkinnedMesh(TriangleMesh mesh, const RestShape& shape);

    bool empty() const { return rest_.empty(); }
    // The mesh as the solid has moved, with the attribute rest.
    TriangleMesh moved(const CarriedField& field) const;

private:
    TriangleMesh rest_;
    PointTies<1> ties_;
};

}  // namespace lamella
