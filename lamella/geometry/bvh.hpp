// A bounding volume hierarchy over the triangles of a mesh, and the closest point of the mesh.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

#include <array>

namespace lamella {

struct ClosestPoint {
    double squared_distance = std::numeric_limits<double>::infinity();
    Index triangle = -1;              // -1: the mesh is empty
    Vec3 barycentric = Vec3::Zero();  // weights of the triangle's corners
    Vec3 point = Vec3::Zero();

    bool found() const { return triangle >= 0; }
    Real distance() const;
};

// The closest point of one triangle, degenerate ones included (Ericson 2005, section 5.1.5).
ClosestPoint closest_on_triangle(const Vec3& p, const std::array<Vec3, 3>& corners, Index triangle = 0);

// A binary tree, halved at the median of the longest side, so its depth is that of a balanced tree for any
// mesh. Nodes stand in depth-first order: the first child of node i is i + 1. The mesh need not live on.
class Bvh {
public:
    static constexpr int kDeepest = 32;  // levels; halving 2^31 triangles

    struct Node {
        Box3 box;
        Index second_child = 0;  // 0: a leaf
        Index begin = 0;         // the triangles of the node are [begin, end) in the order of the tree
        Index end = 0;

        bool leaf() const { return second_child == 0; }
    };

    explicit Bvh(const TriangleMesh& mesh);

    // The closest of all triangles; of several at the same distance, the one with the lowest number.
    // Nothing farther than `max_distance` is found.
    ClosestPoint closest_point(const Vec3& p, double max_distance = std::numeric_limits<double>::infinity()) const;

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<std::array<Vec3, 3>>& corners() const { return corners_; }  // in the order of the tree
    const std::vector<Index>& triangle_numbers() const { return numbers_; }       // of the mesh, likewise

private:
    void improve(ClosestPoint& best, double& limit, const Vec3& p, const Node& leaf) const;

    std::vector<Node> nodes_;
    std::vector<std::array<Vec3, 3>> corners_;
    std::vector<Index> numbers_;
};

}  // namespace lamella
