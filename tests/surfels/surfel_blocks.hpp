// Meshes with surfels, and particles that carry them, for tests.
#pragma once

#include <lamella/geometry/shapes/box_lattice.hpp>
#include <lamella/surfels/surfels_keiser2006.hpp>

#include <functional>

namespace lamella::testing {

inline TriangleMesh box_mesh(const Vec3& size, Index cells) {
    return box_lattice_mesh(Vec3i::Constant(cells),
                            [size](const Vec3d& u) -> Vec3d { return u.cwiseProduct(size.cast<double>()); });
}

inline TriangleMesh ball_mesh(Real radius, Index cells) {
    TriangleMesh mesh = box_mesh(Vec3::Ones(), cells);
    for (Vec3& p : mesh.positions) p = radius * (p - Vec3::Constant(0.5f)).normalized();
    return mesh;
}

// Particles on a lattice with displacements and gradients of the motion x = f(m).
struct Carriers {
    Carriers(const Box3& box, Real spacing_, const std::function<Vec3(const Vec3&)>& f,
             const std::function<Mat3(const Vec3&)>& slope)
        : spacing(spacing_) {
        const Vec3i counts = (box.size() / spacing).array().round().cast<Index>();
        const Index n = counts.prod();
        places.resize(n);
        displacements.resize(n);
        Vec3Column column;
        column.resize(n);
        for (Index k = 0; k < n; ++k) {
            const Vec3i at(k % counts.x(), k / counts.x() % counts.y(), k / (counts.x() * counts.y()));
            const Vec3 m = box.min + spacing * (at.cast<Real>() + Vec3::Constant(0.5f));
            column.set(k, m);
            places.set(k, m, 1.0f);
            displacements.set(k, f(m) - m, 0.0f);
            gradients.push_back(slope(m) - Mat3::Identity());
        }
        cells = RestCells(column, 2.2f * spacing);
    }
    CarriedField field() const { return {places, displacements, gradients, places.vec(0)}; }
    TieSearch search() const { return {cells, 2.2f * spacing}; }

    Real spacing;
    QuadArray places, displacements;
    std::vector<Mat3> gradients;
    RestCells cells;
};

inline Carriers linear_carriers(const Box3& box, Real spacing, const Mat3& stretch, const Vec3& shift = Vec3::Zero()) {
    return {box, spacing, [=](const Vec3& m) -> Vec3 { return stretch * m + shift; },
            [=](const Vec3&) { return stretch; }};
}

inline Mat3 diagonal(const Vec3& values) {
    Mat3 m = Mat3::Zero();
    m.diagonal() = values;
    return m;
}

// Whether some surfel's disc, as it is cut, holds the point of the surface when that is thrown along its normal.
inline bool covered(const ParticleSet& shown, const Vec3& p, const Vec3& normal, Real reach) {
    const auto &x = shown.positions(), &n = shown.get<Vec3Column>("N"), &t1 = shown.get<Vec3Column>("t1"),
               &t2 = shown.get<Vec3Column>("t2");
    for (Index k = 0; k < shown.size(); ++k) {
        const Vec3 d = p - x[k];
        if (d.squaredNorm() > reach * reach || n[k].dot(normal) < 0.5f) continue;
        const Vec3 along = cross(t1[k], t2[k]);
        const Real squared = along.squaredNorm(), a = d.dot(cross(t2[k], along)) / squared,
                   b = d.dot(cross(along, t1[k])) / squared;
        bool inside = a * a + b * b <= 1.0f;
        for (const char* name : {"clip1", "clip2", "clip3"})
            if (const auto* clip = shown.find<Vec3Column>(name))
                inside = inside && a * (*clip)[k][0] + b * (*clip)[k][1] <= (*clip)[k][2] + 1e-4f;
        if (inside) return true;
    }
    return false;
}

}  // namespace lamella::testing
