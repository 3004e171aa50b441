// The signed distance of a triangle mesh: length from a bounding volume hierarchy, sign from the winding
// number, so that small gaps and self-intersections do no harm.
#pragma once

#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/winding_number.hpp>

#include <memory>
#include <string>

namespace lamella {

// Negative inside: where the winding number is above 1/2. A mesh that is inside out as a whole is read with
// its triangles reversed. The mesh need not live on.
class MeshDistance {
public:
    explicit MeshDistance(const TriangleMesh& mesh);

    // Exact where the surface is at most `band` away, and +-band elsewhere, which is much faster for a narrow
    // band; infinite for an empty mesh.
    Real signed_distance(const Vec3& p, Real band = std::numeric_limits<Real>::infinity()) const;
    double winding_number(const Vec3& p) const { return orientation_ * winding_.at(p); }
    bool inside(const Vec3& p) const { return winding_number(p) > 0.5; }
    ClosestPoint closest_point(const Vec3& p) const { return bvh_->closest_point(p); }
    const Box3& bounds() const { return bounds_; }

    const MeshReport& report() const { return report_; }
    bool closed() const { return report_.closed(); }
    bool inside_out() const { return orientation_ < 0.0; }

    // What the user should know about the mesh, e.g. "the mesh is not closed (67 boundary edges): ...";
    // empty when all is well.
    std::string remarks() const;

private:
    MeshReport report_;
    Box3 bounds_;
    double orientation_;
    std::unique_ptr<const Bvh> bvh_;  // stays in its place when this object moves
    FastWindingNumber winding_;
};

}  // namespace lamella
