// A detailed mesh that few particles carry along (Keiser 2006, 5.5). A vertex m goes to
//
//     x(m) = sum over j of w_j (x_j + J_j (m - X_j)) / sum of w_j,   w_j = (1 - |m - X_j| / h)^3,
//
// which follows every linear motion exactly: positions are interpolated with their gradients, not displacements alone
// as printed. h is 2.2 spacings, and larger where a vertex lies farther out.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/solid/elasticity_keiser2006.hpp>

namespace lamella {

class SkinnedMesh {
public:
    SkinnedMesh() = default;
    // `mesh` at rest; an InputError where a vertex is far from all particles.
    SkinnedMesh(TriangleMesh mesh, const RestShape& shape);

    bool empty() const { return rest_.empty(); }
    // The mesh as the solid has moved, with the attribute rest.
    TriangleMesh moved(const RestShape& shape, const QuadArray& displacements, std::span<const Mat3> gradients) const;

private:
    struct Tie {
        Index particle;
        Real weight;  // of a vertex they sum to one
    };

    TriangleMesh rest_;
    std::vector<Index> begins_;
    std::vector<Tie> ties_;
};

}  // namespace lamella
