#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

Box3 bounds(const TriangleMesh& mesh) {
    Box3 box;
    for (const Vec3& p : mesh.positions) box.extend(p);
    return box;
}

}  // namespace lamella
