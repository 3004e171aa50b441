// The generalised winding number of a triangle mesh: how often the mesh surrounds a point. It is 1 inside
// and 0 outside a closed, outward mesh, varies smoothly across gaps, and adds up where parts overlap.
//
//     w(q) = 1/(4 pi) sum over triangles of the solid angle seen from q    (Jacobson et al. 2013)
//
// Far groups of triangles are replaced by the Taylor expansion of their solid angle, as in Barill, Dickson,
// Schmidt, Levin, Jacobson 2018, Fast Winding Numbers for Soups and Clouds.
#pragma once

#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/solid_angle_moments.hpp>

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
    struct Group {
        SolidAngleMoments moments;
        double far_squared = 0.0;  // (beta times the radius about the centre)^2
    };

    const Bvh& bvh_;
    std::vector<Group> groups_;  // of the nodes of the tree
};

}  // namespace lamella
