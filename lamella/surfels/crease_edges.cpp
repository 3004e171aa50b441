#include <lamella/surfels/crease_edges.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace lamella {
namespace {

Real angle_at(const TriangleMesh& mesh, const Vec3i& t, int corner) {
    const Vec3 at = mesh.positions[t[corner]];
    const Vec3 a = mesh.positions[t[(corner + 1) % 3]] - at, b = mesh.positions[t[(corner + 2) % 3]] - at;
    return std::atan2(cross(a, b).norm(), a.dot(b));
}

}  // namespace

CreaseEdges::CreaseEdges(const TriangleMesh& mesh, Real angle) : mesh_(mesh) {
    const Real least_cosine = std::cos(angle * std::numbers::pi_v<Real> / 180.0f);
    for (const Vec3i& t : mesh.triangles) {
        const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
        normals_.push_back(cross(Vec3(b - a), Vec3(c - a)).stableNormalized());
    }
    find_neighbours(least_cosine);
    const VertexCorners around(mesh);
    corners_.resize(mesh.triangles.size());
    for (Index t = 0; t < mesh.triangle_count(); ++t)
        for (int c = 0; c < 3; ++c) {
            Vec3 sum = Vec3::Zero();
            for (const Index corner : around.of(mesh.triangles[t][c])) {
                const Index other = corner / 3;
                if (normals_[other].dot(normals_[t]) >= least_cosine)
                    sum += angle_at(mesh, mesh.triangles[other], corner % 3) * normals_[other];
            }
            corners_[t][c] = sum.isZero() ? normals_[t] : Vec3(sum.normalized());
        }
}

// An edge that not exactly two triangles share is sharp.
void CreaseEdges::find_neighbours(Real least_cosine) {
    struct Side {
        Index low, high, triangle;
        int side;
        auto edge() const { return std::pair(low, high); }
        auto order() const { return std::tuple(low, high, triangle, side); }
    };
    std::vector<Side> sides;
    for (Index t = 0; t < mesh_.triangle_count(); ++t)
        for (int k = 0; k < 3; ++k) {
            const Index a = mesh_.triangles[t][k], b = mesh_.triangles[t][(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), t, k});
        }
    std::ranges::sort(sides, {}, &Side::order);
    across_.assign(mesh_.triangles.size(), {-1, -1, -1});
    for (std::size_t k = 0; k < sides.size();) {
        std::size_t end = k + 1;
        while (end < sides.size() && sides[end].edge() == sides[k].edge()) ++end;
        const Side &one = sides[k], &other = sides[end - 1];
        if (end - k == 2 && normals_[one.triangle].dot(normals_[other.triangle]) >= least_cosine) {
            across_[one.triangle][one.side] = other.triangle;
            across_[other.triangle][other.side] = one.triangle;
        }
        k = end;
    }
}

Vec3 CreaseEdges::smooth_normal(Index triangle, const Vec3& weights) const {
    const auto& corners = corners_[triangle];
    const Vec3 mean = weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2];
    return mean.squaredNorm() > 0.0f ? Vec3(mean.normalized()) : normals_[triangle];
}

CreaseEdges::Edge CreaseEdges::edge_of(Index triangle, int side) const {
    const Vec3i& t = mesh_.triangles[triangle];
    const Vec3 &from = mesh_.positions[t[side]], &to = mesh_.positions[t[(side + 1) % 3]];
    return {from, to, cross(Vec3(to - from), normals_[triangle]).stableNormalized()};
}

Real CreaseEdges::squared_distance(const Vec3& p, const Edge& edge) {
    const Vec3 way = edge.to - edge.from;
    const Real share = std::clamp((p - edge.from).dot(way) / std::max(way.squaredNorm(), 1e-30f), 0.0f, 1.0f);
    return (edge.from + share * way - p).squaredNorm();
}

}  // namespace lamella
