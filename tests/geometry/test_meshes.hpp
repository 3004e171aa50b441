// Meshes that several tests of this folder share.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/geometry/shapes/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

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

// A ring of `around` times `across` squares, each cut in two.
inline TriangleMesh torus(Index around = 16, Index across = 8) {
    TriangleMesh mesh;
    const auto angle = [](Index k, Index n) {
        return 2.0f * std::numbers::pi_v<Real> * static_cast<Real>(k) / static_cast<Real>(n);
    };
    const auto at = [&](Index i, Index j) { return (i % around) * across + j % across; };
    for (Index i = 0; i < around; ++i)
        for (Index j = 0; j < across; ++j) {
            const Real u = angle(i, around), v = angle(j, across), r = 1.0f + 0.4f * std::cos(v);
            mesh.positions.emplace_back(r * std::cos(u), r * std::sin(u), 0.4f * std::sin(v));
            mesh.triangles.emplace_back(at(i, j), at(i + 1, j), at(i + 1, j + 1));
            mesh.triangles.emplace_back(at(i, j), at(i + 1, j + 1), at(i, j + 1));
        }
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
