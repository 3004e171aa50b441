#include <lamella/geometry/connected/edge_collapse.hpp>
#include <lamella/tracking/remesh/collapse_short_edges.hpp>
#include <lamella/tracking/remesh/edge_queue.hpp>
#include <lamella/tracking/remesh/pinch_neck.hpp>

namespace lamella {
namespace {

bool makes_long_edge(const ConnectedMesh& mesh, Index edge, const Vec3& place, Real longest) {
    const Index h = mesh.halfedge(edge);
    bool found = false;
    const auto look = [&](Index v) {
        mesh.for_each_outgoing(v, [&](Index k) {
            found = found || (mesh.positions[mesh.to(k)] - place).squaredNorm() > longest * longest;
        });
    };
    look(mesh.from(h));
    look(mesh.to(h));
    return found;
}

// The vertex that stays, or -1.
Index collapse(ConnectedMesh& mesh, Index edge, const RemeshSettings& settings) {
    const Index h = mesh.halfedge(edge);
    const Vec3 middle = 0.5f * (mesh.positions[mesh.from(h)] + mesh.positions[mesh.to(h)]);
    if (makes_long_edge(mesh, edge, middle, settings.longest_collapsed * settings.edge)) return -1;
    CollapseOptions options;
    options.place = middle;
    options.smallest_cosine = settings.turn_cosine;
    return collapse_edge(mesh, edge, options);
}

}  // namespace

RemeshReport collapse_short_edges(ConnectedMesh& mesh, const RemeshSettings& settings,
                                  std::span<const Index> candidates) {
    const Real shortest = settings.shortest * settings.edge;
    EdgeQueue queue(mesh, EdgeQueue::First::shortest);
    const auto consider = [&](Index edge) {
        if (mesh.has_edge(edge) && squared_length(mesh, edge) < shortest * shortest) queue.push(edge);
    };
    for (const Index edge : candidates) consider(edge);
    RemeshReport report;
    for (Index edge = queue.pop(); edge >= 0; edge = queue.pop()) {
        const Index kept = collapse(mesh, edge, settings);
        if (kept >= 0) {
            ++report.collapses;
            mesh.for_each_outgoing(kept, [&](Index h) { consider(mesh.edge(h)); });
        } else if (settings.pinch_ring > 0.0f && pinch_neck(mesh, edge, settings.pinch_ring * settings.edge)) {
            ++report.pinches;
        } else {
            ++report.refused;
        }
    }
    return report;
}

}  // namespace lamella
