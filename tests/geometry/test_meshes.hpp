// Meshes that several tests of this folder share.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/geometry/shapes.hpp>

#include <algorithm>

namespace lamella::test {

inline TriangleMesh sphere(const Vec3& centre = Vec3::Zero(), Real radius = 1.0f, Real edge = 0.1f) {
    return triangulate(SphereShape{centre, radius}, edge);
}

inline TriangleMesh tetrahedron() {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    return mesh;
}

inline TriangleMesh merged(TriangleMesh a, const TriangleMesh& b) {
    const Index n = a.vertex_count();
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const Vec3i& t : b.triangles) a.triangles.emplace_back(t.array() + n);
    return a;
}

inline TriangleMesh flipped(TriangleMesh mesh) {
    for (Vec3i& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

// Without the triangles that lie below `height`.
inline TriangleMesh without_base(TriangleMesh mesh, Real height) {
    std::erase_if(mesh.triangles, [&](const Vec3i& t) {
        return std::max({mesh.positions[t[0]].y(), mesh.positions[t[1]].y(), mesh.positions[t[2]].y()}) < height;
    });
    return mesh;
}

// Triangles of all sizes in no order.
inline TriangleMesh soup(int triangles, std::uint64_t seed) {
    TriangleMesh mesh;
    for (int i = 0; i < triangles; ++i) {
        const Vec3 at = random_in_cube(seed, 0, i);
        const Real size = random_unit(seed, 1, i) * random_unit(seed, 2, i);
        for (int k = 0; k < 3; ++k) mesh.positions.emplace_back(at + size * random_in_cube(seed, 3 + k, i));
        mesh.triangles.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
    }
    return mesh;
}

}  // namespace lamella::test
