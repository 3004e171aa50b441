// Edges in the order of their lengths, and among equal ones of the numbers of their ends, so that what is done with
// them depends on the mesh alone. An edge that has changed its length since it was pushed is passed over; whoever
// changes it pushes it again.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

namespace lamella {

inline Real squared_length(const ConnectedMesh& mesh, Index edge) {
    const Index h = mesh.halfedge(edge);
    return (mesh.positions[mesh.to(h)] - mesh.positions[mesh.from(h)]).squaredNorm();
}

class EdgeQueue {
public:
    enum class First { longest, shortest };

    EdgeQueue(const ConnectedMesh& mesh, First first) : mesh_(mesh), sign_(first == First::longest ? -1.0f : 1.0f) {}

    void push(Index edge) {
        const Index h = mesh_.halfedge(edge);
        const auto [low, high] = std::minmax(mesh_.from(h), mesh_.to(h));
        queue_.push({sign_ * squared_length(mesh_, edge), low, high, edge});
    }
    // The next edge that is there as it was pushed, or -1.
    Index pop() {
        while (!queue_.empty()) {
            const Entry entry = queue_.top();
            queue_.pop();
            if (mesh_.has_edge(entry.edge) && sign_ * squared_length(mesh_, entry.edge) == entry.key) return entry.edge;
        }
        return -1;
    }

private:
    struct Entry {
        Real key;
        Index low, high, edge;

        bool operator<(const Entry& other) const {  // the queue gives its largest
            return std::tie(key, low, high, edge) > std::tie(other.key, other.low, other.high, other.edge);
        }
    };

    const ConnectedMesh& mesh_;
    Real sign_;
    std::priority_queue<Entry> queue_;
};

}  // namespace lamella
