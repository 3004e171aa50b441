#include <lamella/geometry/connected/edge_split.hpp>
#include <lamella/tracking/remesh/edge_queue.hpp>
#include <lamella/tracking/remesh/split_long_edges.hpp>

namespace lamella {

Index split_long_edges(ConnectedMesh& mesh, Real longest, std::span<const Index> candidates) {
    const Real limit = longest * longest;
    EdgeQueue queue(mesh, EdgeQueue::First::longest);
    const auto consider = [&](Index edge) {
        if (mesh.has_edge(edge) && squared_length(mesh, edge) > limit) queue.push(edge);
    };
    for (const Index edge : candidates) consider(edge);
    Index splits = 0;
    for (Index edge = queue.pop(); edge >= 0; edge = queue.pop(), ++splits) {
        const Index middle = split_edge(mesh, edge);
        mesh.for_each_outgoing(middle, [&](Index h) { consider(mesh.edge(h)); });
    }
    return splits;
}

}  // namespace lamella
