#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/tracking/transfer.hpp>

#include <map>
#include <numeric>

namespace lamella {
namespace {

// A row at a place of a face: two means of two.
void blend_at(ElementData& data, Index row, const Vec3i& corners, const Vec3& weights) {
    const Real two = weights[0] + weights[1];
    data.blend(row, corners[0], corners[1], two > 0.0f ? weights[1] / two : 0.0f);
    data.blend(row, row, corners[2], weights[2]);
}

using Weights = std::map<Index, double>;

Weights mean(const Weights& a, const Weights& b, double t) {
    Weights result;
    for (const auto& [row, weight] : a) result[row] += (1.0 - t) * weight;
    for (const auto& [row, weight] : b) result[row] += t * weight;
    std::erase_if(result, [](const auto& entry) { return entry.second == 0.0; });
    return result;
}

void apply(const CarryLog::Step& step, const CarryLog& log, std::vector<Weights>& rows) {
    switch (step.kind) {
        case CarryLog::kAppend:
            rows.emplace_back();
            return;
        case CarryLog::kCopy:
            rows.at(step.row) = rows.at(step.a);
            return;
        case CarryLog::kReorder: {
            std::vector<Weights> kept;
            for (const Index row : log.orders.at(step.row)) kept.push_back(std::move(rows.at(row)));
            rows = std::move(kept);
            return;
        }
        default:
            rows.at(step.row) = mean(rows.at(step.a), rows.at(step.b), step.t);
    }
}

}  // namespace

void replace_mesh(ConnectedMesh& mesh, const TriangleMesh& by) {
    compact(mesh);
    TriangleMesh old{mesh.positions, {}, {}};
    for (Index f = 0; f < mesh.face_slots(); ++f) old.triangles.push_back(mesh.corners(f));
    TriangleMesh plain{by.positions, by.triangles, {}};
    ConnectedMesh made(plain);
    std::vector<ClosestPoint> closest(by.positions.size());
    if (!old.empty()) {
        const Bvh tree(old);
        parallel_for("closest points", by.vertex_count(),
                     [&](Index v) { closest[v] = tree.closest_point(by.positions[v]); });
    }
    ElementData data = std::move(mesh.vertices);
    std::vector<Index> order;
    for (Index v = 0; v < by.vertex_count(); ++v) {
        order.push_back(data.append());
        if (closest[v].found())
            blend_at(data, order.back(), old.triangles[closest[v].triangle], closest[v].barycentric);
    }
    data.reorder(order);
    made.vertices = std::move(data);
    mesh = std::move(made);
}

std::vector<VertexOrigin> origins_of(const CarryLog& log, Index vertices) {
    std::vector<Weights> rows(static_cast<std::size_t>(vertices));
    for (Index v = 0; v < vertices; ++v) rows[v][v] = 1.0;
    for (const CarryLog::Step& step : log.steps) apply(step, log, rows);
    std::vector<VertexOrigin> origins(rows.size());
    for (std::size_t v = 0; v < rows.size(); ++v)
        for (const auto& [row, weight] : rows[v]) {
            origins[v].old.push_back(row);
            origins[v].weights.push_back(weight);
        }
    return origins;
}

}  // namespace lamella
