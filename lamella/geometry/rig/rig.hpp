// A character as plain data: a mesh that joints and morph targets bend, posed at any time of a clip.
//
// Linear blend skinning (Magnenat-Thalmann et al. 1988; glTF 2.0, section 3.7.3.3): a vertex that
// rests at X stands at x = sum_j w_j G_j(t) B_j (X + sum_k m_k(t) S_k), where G_j takes the axes of joint j to the
// world's, B_j, its inverse bind matrix, takes the mesh to the joint's axes, and m_k are the weights of the shifts S_k
// of the morph targets. What follows a node rigidly has it as its only joint.
#pragma once

#include <lamella/geometry/rig/rig_node.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

#include <span>

namespace lamella {

// A node that vertices follow, and where the mesh is bound to it.
struct RigJoint {
    int node = 0;
    AffineMap inverse_bind = AffineMap::Identity();
};

struct RigInfluence {
    int joint = 0;        // among the rig's joints
    double weight = 1.0;  // the weights of a vertex add up to 1
};

// Shifts of the vertices from `first` on; `node` has its weight, as the one of that number.
struct MorphTarget {
    int node = 0;
    std::size_t number = 0;
    Index first = 0;
    std::vector<Vec3> shifts, normal_shifts;  // of normals: may be empty
};

struct Rig {
    std::vector<RigNode> nodes;  // parents need not stand before their children
    std::vector<RigJoint> joints;
    TriangleMesh mesh;         // as it was bound; with N, uv and Cd where the file has them
    std::vector<Index> first;  // of the influences of each vertex, and their end
    std::vector<RigInfluence> influences;
    std::vector<MorphTarget> targets;
    double begin = 0.0, end = 0.0;  // of the clip: times of its first and its last key

    // At the time t of the clip; before its first and after its last key it rests.
    std::vector<Vec3> positions(double t) const;
    TriangleMesh at(double t) const;  // with the columns of `mesh`; N is turned with it

    // In words, the first joint that is not a number or has no size at that time; empty when there is none.
    std::string fault(double t) const;

private:
    struct Pose;
    Pose pose(double t) const;
};

// The same rig in other axes: bound, bent and moved there as it was here.
Rig in_axes(Rig rig, const AffineMap& axes);

// Vertices at one place as one: what seams of texture coordinates and hard edges have cut is whole again.
TriangleMesh welded(const TriangleMesh& mesh);

}  // namespace lamella
