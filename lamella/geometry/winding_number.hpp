// The generalised winding number of a triangle mesh: how often the mesh surrounds a point. It is 1 inside
// and 0 outside a closed, outward mesh, varies smoothly across gaps, and adds up where parts overlap.
//
//     w(q) = 1/(4 pi) sum over triangles of the solid angle seen from q    (Jacobson et al. 2013)
//
// Far groups of triangles are replaced by the Taylor expansion of their solid angle, as in Barill, Dickson,
// Schmidt, Levin, Jacobson 2018, Fast Winding Numbers for Soups and Clouds.
#pragma once

#include <lamella/geometry/bvh.hpp>

namespace lamella {

// The signed solid angle of a triangle seen from q, in (-2 pi, 2 pi] (van Oosterom and Strackee 1983, eq. 8).
double solid_angle(const Vec3& q, const std::array<Vec3, 3>& corners);

// The exact sum over all triangles.
double winding_number(const TriangleMesh& mesh, const Vec3& q);

class FastWindingNumber {
public:
    // A group is far when it is more than `beta` of its radii away. The tree must outlive this object.
    explicit FastWindingNumber(const Bvh& bvh, Real beta = 2.0f);

    double at(const Vec3& q) const;

private:
    // What a node looks like from afar: sums over its triangles of the area a, the area vector a n and the
    // first moment a (c - centre) n^T, with c the triangle's centroid and `centre` their area-weighted mean.
    // Double, because the moments of a mesh 1e13 m wide leave the range of float.
    struct Moments {
        double area = 0.0;
        Vec3d centre = Vec3d::Zero();
        Vec3d normal = Vec3d::Zero();
        Mat3d moment = Mat3d::Zero();
        double far_squared = 0.0;  // (beta times the radius about the centre)^2
    };
    static Moments join(const Moments& a, const Moments& b);
    static Moments leaf_moments(const Bvh& bvh, const Bvh::Node& node);
    static double far_field(const Moments& m, const Vec3d& r, double squared_distance);

    const Bvh& bvh_;
    std::vector<Moments> moments_;
};

}  // namespace lamella
