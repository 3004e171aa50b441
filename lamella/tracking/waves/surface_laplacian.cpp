#include <lamella/core/parallel.hpp>
#include <lamella/tracking/waves/surface_laplacian.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// Half the cotangent of the angle opposite to a half-edge; none where its face has no area.
double half_cotangent(const ConnectedMesh& mesh, Index h) {
    const auto place = [&](Index v) { return Vec3d(mesh.positions[v].cast<double>()); };
    const Vec3d at = place(mesh.opposite(h)), p = place(mesh.from(h)) - at, q = place(mesh.to(h)) - at;
    const double sine = cross(p, q).norm();
    return sine > 0.0 ? 0.5 * p.dot(q) / sine : 0.0;
}

double weight_of(const ConnectedMesh& mesh, Index e) {
    const Index h = mesh.halfedge(e);
    return half_cotangent(mesh, h) + (mesh.at_boundary(h) ? 0.0 : half_cotangent(mesh, mesh.twin(h)));
}

double area_of(const ConnectedMesh& mesh, Index v) {
    double sum = 0.0;
    mesh.for_each_outgoing(v, [&](Index h) { sum += double{face_area(mesh, ConnectedMesh::face(h))}; });
    return sum / 3.0;
}

}  // namespace

SurfaceLaplacian::SurfaceLaplacian(const ConnectedMesh& mesh, double stiffest) {
    const Index n = mesh.vertex_slots();
    std::vector<double> of_edges(static_cast<std::size_t>(mesh.edge_slots()));
    parallel_for("weights of edges", mesh.edge_slots(), [&](Index e) { of_edges[e] = weight_of(mesh, e); });
    begins_.assign(static_cast<std::size_t>(n) + 1, 0);
    for (Index e = 0; e < mesh.edge_slots(); ++e) {
        ++begins_[mesh.from(mesh.halfedge(e)) + 1];
        ++begins_[mesh.to(mesh.halfedge(e)) + 1];
    }
    for (Index v = 0; v < n; ++v) begins_[v + 1] += begins_[v];
    columns_.resize(static_cast<std::size_t>(begins_[n]));
    weights_.resize(columns_.size());
    std::vector<Index> next(begins_.begin(), begins_.end() - 1);
    for (Index e = 0; e < mesh.edge_slots(); ++e) {
        const Index a = mesh.from(mesh.halfedge(e)), b = mesh.to(mesh.halfedge(e));
        columns_[next[a]] = b;
        weights_[next[a]++] = of_edges[e];
        columns_[next[b]] = a;
        weights_[next[b]++] = of_edges[e];
    }
    areas_.resize(static_cast<std::size_t>(n));
    per_area_.resize(areas_.size());
    const auto row_sum = [&](Index v) {
        double sum = 0.0;
        for (Index k = begins_[v]; k < begins_[v + 1]; ++k) sum += std::abs(weights_[k]) + weights_[k];
        return sum;
    };
    parallel_for("areas of vertices", n, [&](Index v) {
        areas_[v] = std::max(area_of(mesh, v), row_sum(v) / stiffest);
        per_area_[v] = areas_[v] > 0.0 ? 1.0 / areas_[v] : 0.0;
    });
    bound_ = parallel_max(
        "bound", n, [&](Index v) { return per_area_[v] * row_sum(v); }, 0.0);
}

}  // namespace lamella
