#include <lamella/tracking/mesh_quality.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

using Corners = std::array<Vec3d, 3>;

Corners corners_of(const ConnectedMesh& mesh, Index f) {
    const Vec3i& t = mesh.corners(f);
    return {mesh.positions[t[0]].cast<double>(), mesh.positions[t[1]].cast<double>(),
            mesh.positions[t[2]].cast<double>()};
}

double smallest_angle(const Corners& p) {
    double smallest = 180.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d u = p[(k + 1) % 3] - p[k], v = p[(k + 2) % 3] - p[k];
        smallest = std::min(smallest, std::atan2(cross(u, v).norm(), u.dot(v)) * 180.0 / std::numbers::pi);
    }
    return smallest;
}

void measure_edges(const ConnectedMesh& mesh, Real target_edge, MeshQuality& quality) {
    Index edges = 0, in_range = 0;
    quality.shortest_edge = std::numeric_limits<double>::infinity();
    for (Index e = 0; e < mesh.edge_slots(); ++e) {
        if (!mesh.has_edge(e)) continue;
        const Index h = mesh.halfedge(e);
        const double length = (mesh.positions[mesh.to(h)] - mesh.positions[mesh.from(h)]).norm();
        quality.shortest_edge = std::min(quality.shortest_edge, length);
        quality.longest_edge = std::max(quality.longest_edge, length);
        ++edges;
        if (length >= 0.5 * target_edge && length <= 1.45 * target_edge) ++in_range;
    }
    quality.edges_in_range = edges > 0 ? static_cast<double>(in_range) / edges : 1.0;
}

}  // namespace

MeshQuality measure_quality(const ConnectedMesh& mesh, Real target_edge) {
    MeshQuality quality;
    std::vector<double> angles;
    for (Index f = 0; f < mesh.face_slots(); ++f) {
        if (!mesh.has_face(f)) continue;
        const Corners p = corners_of(mesh, f);
        angles.push_back(smallest_angle(p));
        quality.volume += p[0].dot(cross(p[1], p[2])) / 6.0;
    }
    for (Index v = 0; v < mesh.vertex_slots(); ++v) quality.vertices += mesh.outgoing(v) >= 0 ? 1 : 0;
    quality.triangles = static_cast<Index>(angles.size());
    if (angles.empty()) return quality;
    std::sort(angles.begin(), angles.end());
    quality.smallest_angle = angles.front();
    quality.low_angle = angles[angles.size() / 100];
    const auto thin = std::lower_bound(angles.begin(), angles.end(), 15.0) - angles.begin();
    quality.thin_share = static_cast<double>(thin) / static_cast<double>(angles.size());
    measure_edges(mesh, target_edge, quality);
    return quality;
}

}  // namespace lamella
