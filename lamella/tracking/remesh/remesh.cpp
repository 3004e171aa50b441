#include <lamella/core/profile.hpp>
#include <lamella/tracking/remesh/collapse_short_edges.hpp>
#include <lamella/tracking/remesh/edge_queue.hpp>
#include <lamella/tracking/remesh/flip_edges.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/tracking/remesh/select_elements.hpp>
#include <lamella/tracking/remesh/smooth_vertices.hpp>
#include <lamella/tracking/remesh/split_long_edges.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Edges that are too long or too short; splits make no edge too short without making it new.
std::vector<Index> edges_out_of_range(const ConnectedMesh& mesh, const RemeshSettings& settings) {
    const Real longest = settings.longest * settings.edge, shortest = settings.shortest * settings.edge;
    return select_elements("edge lengths", mesh.edge_slots(), [&](Index e) {
        if (!mesh.has_edge(e)) return false;
        const Real squared = squared_length(mesh, e);
        return squared > longest * longest || squared < shortest * shortest;
    });
}

// Splits and collapses of the candidates and of the edges that splitting makes.
RemeshReport resize_edges(ConnectedMesh& mesh, const RemeshSettings& settings, std::vector<Index> candidates) {
    const Index edges_before = mesh.edge_slots();
    RemeshReport report;
    report.splits = split_long_edges(mesh, settings.longest * settings.edge, candidates);
    for (Index e = edges_before; e < mesh.edge_slots(); ++e) candidates.push_back(e);
    report += collapse_short_edges(mesh, settings, candidates);
    return report;
}

}  // namespace

RemeshReport remesh(ConnectedMesh& mesh, const RemeshSettings& settings) {
    const ProfileScope scope("remesh");
    RemeshReport report = resize_edges(mesh, settings, edges_out_of_range(mesh, settings));
    report.flips = flip_edges(mesh, settings.flip_cosine, settings.flip_sweeps,
                              select_elements("edges to flip", mesh.edge_slots(), [&](Index e) {
                                  return mesh.has_edge(e) && wants_flip(mesh, e, settings.flip_cosine);
                              }));
    report.smoothed = smooth_vertices(mesh, settings, thin_corners(mesh, settings.thin_angle));
    return report;
}

std::vector<Index> edges_at(const ConnectedMesh& mesh, std::span<const Index> vertices) {
    std::vector<Index> edges;
    for (const Index v : vertices)
        if (mesh.has_vertex(v))
            mesh.for_each_outgoing(v, [&](Index h) {
                edges.push_back(mesh.edge(h));
                edges.push_back(mesh.edge(mesh.previous(h)));
            });
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

RemeshReport remesh_patch(ConnectedMesh& mesh, const RemeshSettings& settings, std::vector<Index>& patch) {
    const Index vertices_before = mesh.vertex_slots();
    RemeshReport report = resize_edges(mesh, settings, edges_at(mesh, patch));
    for (Index v = vertices_before; v < mesh.vertex_slots(); ++v) patch.push_back(v);
    std::erase_if(patch, [&](Index v) { return !mesh.has_vertex(v) || mesh.outgoing(v) < 0; });
    report.flips = flip_edges(mesh, settings.flip_cosine, settings.flip_sweeps, edges_at(mesh, patch));
    report.smoothed = smooth_vertices(mesh, settings, patch);
    return report;
}

}  // namespace lamella
