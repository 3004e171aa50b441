// The mesh of a solid that cracks run through: that of its fragments (fragment_meshes.hpp), carried by the particles.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/solid/fracture/fracture.hpp>

namespace lamella {

class BrokenMesh {
public:
    static constexpr double kCell = 0.5;  // spacings

    // Closed parts, one for each fragment, with the attributes fragment, inside and rest. A vertex m goes to
    //
    //     x(m) = sum over j of w_j (x_j + J_j (m - X_j)) / sum of w_j,   w_j = (1 - |m - X_j| / h)^3,
    //
    // over the particles of its own fragment alone.
    TriangleMesh moved(const Fracture& fracture, const RestShape& shape, const QuadArray& displacements,
                       std::span<const Mat3> gradients);

    // The cracks are not what they were.
    void forget() { triangles_ = -1; }

private:
    void build(const Fracture& fracture, const RestShape& shape);

    Index triangles_ = -1;  // of the sheets that the mesh knows
    TriangleMesh rest_;
};

}  // namespace lamella
