#include <lamella/geometry/bvh.hpp>
#include <lamella/tracking/repair/patch_data.hpp>

#include <algorithm>

namespace lamella {
namespace {

TriangleMesh mesh_of(const ConnectedMesh& mesh, std::span<const Index> faces) {
    TriangleMesh part;
    for (const Index f : faces) {
        const auto n = part.vertex_count();
        for (int k = 0; k < 3; ++k) part.positions.push_back(mesh.positions[mesh.corners(f)[k]]);
        part.triangles.emplace_back(n, n + 1, n + 2);
    }
    return part;
}

RepairOrigin origin_at(Index v, const Vec3i& corners, const Vec3& weights) {
    std::array<int, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weights[a] > weights[b]; });
    RepairOrigin origin{v, 3, {}, {}};
    for (int k = 0; k < 3; ++k) {
        origin.parents[k] = corners[order[k]];
        origin.weights[k] = std::max(weights[order[k]], 0.0f);
    }
    origin.weights[0] = 1.0f - origin.weights[1] - origin.weights[2];
    while (origin.count > 1 && origin.weights[origin.count - 1] == 0.0f) origin.parents[--origin.count] = -1;
    return origin;
}

}  // namespace

void inherit(ElementData& vertices, const RepairOrigin& origin) {
    if (origin.count == 0) return;
    const auto& [a, b, c] = origin.parents;
    const auto& w = origin.weights;
    if (origin.count == 1) return vertices.copy(a, origin.vertex);
    vertices.blend(origin.vertex, a, b, w[1] / (w[0] + w[1]));
    if (origin.count == 3) vertices.blend(origin.vertex, origin.vertex, c, w[2]);
}

std::vector<NewFace> carry_data(ConnectedMesh& mesh, std::span<const Index> gone, std::span<const Vec3i> made,
                                Index first_vertex, double reach, std::vector<RepairOrigin>& origins) {
    const Bvh tree(mesh_of(mesh, gone));
    std::vector<Index> like(static_cast<std::size_t>(mesh.vertex_slots() - first_vertex), -1);
    for (Index v = first_vertex; v < mesh.vertex_slots(); ++v) {
        const ClosestPoint closest = tree.closest_point(mesh.positions[v], reach);
        if (!closest.found()) {
            origins.push_back({v, 0, {-1, -1, -1}, {}});
            continue;
        }
        like[v - first_vertex] = gone[closest.triangle];
        origins.push_back(origin_at(v, mesh.corners(gone[closest.triangle]), closest.barycentric));
        inherit(mesh.vertices, origins.back());
    }
    std::vector<NewFace> faces;
    for (const Vec3i& corners : made) {
        NewFace face{corners, -1};
        for (int k = 0; k < 3 && face.like < 0; ++k)
            if (corners[k] >= first_vertex) face.like = like[corners[k] - first_vertex];
        faces.push_back(face);
    }
    return faces;
}

}  // namespace lamella
