// The front of a crack: the line up to which it has come (Keiser 2006, 5.6.2), as nodes in order, all of them in the
// solid at rest.
#pragma once

#include <lamella/core/vec.hpp>

#include <vector>

namespace lamella {

// live: advances. out: has left the solid. hit: has met another crack, and slides along it. waiting: stands where the
// crack has not opened beyond it yet. Only live nodes advance by themselves; those that are out or have hit are drawn
// along by the live ones beside them.
enum class NodeState : char { live, out, hit, waiting };

struct FrontNode {
    Vec3d position = Vec3d::Zero();  // where the crack has come to
    Vec3d up = Vec3d::Zero();        // across the sheet, of unit length; forward is to the left of the front around it
    Vec3d plane = Vec3d::Zero();     // normal of what a node has hit
    Index vertex = 0;                // of the sheet, where the last strip ended
    NodeState state = NodeState::live;
    char turned = 0;  // whether it has chosen its way: the first strip may go anywhere

    bool live() const { return state == NodeState::live; }
    bool waiting() const { return state == NodeState::waiting; }
    bool ended() const { return !live() && !waiting(); }
};

struct CrackFront {
    Index sheet = 0;
    bool closed = false;  // the last node is followed by the first
    std::vector<FrontNode> nodes;

    Index size() const { return static_cast<Index>(nodes.size()); }
    Index edge_count() const { return closed ? size() : size() - 1; }
    Index next(Index i) const { return i + 1 < size() ? i + 1 : (closed ? 0 : -1); }
    Index previous(Index i) const { return i > 0 ? i - 1 : (closed ? size() - 1 : -1); }
    bool ended() const;  // whether all nodes are

    // Along the front at a node; at the ends of an open one, of its last piece.
    Vec3d tangent(Index i) const;

    // Away from the sheet, at right angles to the front and to up.
    Vec3d forward(Index i) const;
};

// The pieces of a front that go on: runs of nodes that have not ended, with one that has at each end.
std::vector<CrackFront> live_runs(const CrackFront& front);

}  // namespace lamella
