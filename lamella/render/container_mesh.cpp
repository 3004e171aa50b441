#include <lamella/render/container_mesh.hpp>

namespace lamella {
namespace {

void add_face(TriangleMesh& mesh, const Box3& box, int axis, bool upper) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const Index first = mesh.vertex_count();
    for (int k = 0; k < 4; ++k) {
        Vec3 corner = upper ? box.max : box.min;
        corner[u] = k == 1 || k == 2 ? box.max[u] : box.min[u];
        corner[v] = k >= 2 ? box.max[v] : box.min[v];
        mesh.positions.push_back(corner);
    }
    const auto triangle = [&](Index a, Index b, Index c) {
        mesh.triangles.push_back(upper ? Vec3i(first + a, first + b, first + c)
                                       : Vec3i(first + a, first + c, first + b));
    };
    triangle(0, 1, 2);
    triangle(0, 2, 3);
}

}  // namespace

TriangleMesh container_mesh(const Box3& inside, const std::array<bool, 6>& is_wall, Real thickness, Real inset) {
    Box3 outside = inside;
    for (std::size_t side = 0; side < 6; ++side) {
        const auto axis = static_cast<int>(side / 2);
        if (is_wall[side] && side % 2 == 0) outside.min[axis] -= thickness;
        if (is_wall[side] && side % 2 == 1) outside.max[axis] += thickness;
    }
    TriangleMesh mesh;
    for (std::size_t side = 0; side < 6; ++side) {
        if (!is_wall[side]) continue;
        const auto axis = static_cast<int>(side / 2);
        Box3 slab = outside;
        if (side % 2 == 0) slab.max[axis] = inside.min[axis] + inset;
        if (side % 2 == 1) slab.min[axis] = inside.max[axis] - inset;
        for (int a = 0; a < 3; ++a)
            for (const bool upper : {false, true}) add_face(mesh, slab, a, upper);
    }
    return mesh;
}

}  // namespace lamella
