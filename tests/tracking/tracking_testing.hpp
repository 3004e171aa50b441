// Meshes and motions that several tests of this folder share.
#pragma once

#include <lamella/core/hash.hpp>
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/tracking/mesh_quality.hpp>
#include <lamella/tracking/remesh/remesh.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella::test {

inline constexpr Real kTwoPi = 2.0f * std::numbers::pi_v<Real>;

inline ConnectedMesh ball(Real radius, Real edge) {
    return ConnectedMesh(triangulate(SphereShape{Vec3::Zero(), radius}, edge));
}

// Two balls of radius 1 around (-1.5, 0, 0) and (1.5, 0, 0) and a neck between them.
inline ConnectedMesh dumbbell(Real neck, Real edge) {
    ConnectedMesh mesh(triangulate(CylinderShape{{-2.5f, 0, 0}, {2.5f, 0, 0}, 1.0f}, edge));
    for (Vec3& p : mesh.positions) {
        const Real from_middle = std::abs(p.x()) - 1.5f;
        const Real round = std::sqrt(std::max(1.0f - from_middle * from_middle, 0.0f));
        const Real width = std::max(round, std::abs(p.x()) < 1.5f ? neck : 0.0f);
        p.y() *= width;
        p.z() *= width;
    }
    return mesh;
}

// Every vertex turns around z, faster the higher it lies: `angle` a unit of z.
inline void shear(ConnectedMesh& mesh, Real angle) {
    for (Vec3& p : mesh.positions) {
        const Real c = std::cos(angle * p.z()), s = std::sin(angle * p.z());
        p = {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
    }
}

inline std::uint64_t hash_of(const ConnectedMesh& mesh) {
    const TriangleMesh plain = mesh.to_triangle_mesh();
    std::uint64_t hash = hash_bytes(plain.positions.data(), plain.positions.size() * sizeof(Vec3));
    return hash ^ (31 * hash_bytes(plain.triangles.data(), plain.triangles.size() * sizeof(Vec3i)));
}

inline Index euler_number(const ConnectedMesh& mesh) {
    Index number = 0;
    for (Index v = 0; v < mesh.vertex_slots(); ++v) number += mesh.outgoing(v) >= 0 ? 1 : 0;
    for (Index e = 0; e < mesh.edge_slots(); ++e) number -= mesh.has_edge(e) ? 1 : 0;
    for (Index f = 0; f < mesh.face_slots(); ++f) number += mesh.has_face(f) ? 1 : 0;
    return number;
}

}  // namespace lamella::test
