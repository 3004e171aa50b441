#include <lamella/geometry/mesh_clip.hpp>
#include <lamella/geometry/vertex_rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lamella {
namespace {

using Edge = std::pair<Index, Index>;  // from a vertex inside to one outside

struct Plane {
    int axis;
    Real place;
    Real inwards;  // +1 or -1

    Real depth(const Vec3& p) const { return inwards * (p[axis] - place); }
};

class PlaneCut {
public:
    PlaneCut(TriangleMesh& mesh, const Plane& plane, Real snap) : mesh_(mesh), plane_(plane) {
        side_.reserve(mesh.positions.size());
        for (Vec3& p : mesh.positions) {
            const Real depth = plane.depth(p);
            const bool on = std::abs(depth) <= snap;
            if (on) p[plane.axis] = plane.place;
            side_.push_back(on ? 0 : depth > 0.0f ? 1 : -1);
        }
    }

    void cut() {
        if (std::ranges::none_of(side_, [](int side) { return side < 0; })) return;
        find_cut_edges();
        add_vertices();
        std::vector<Vec3i> kept;
        for (const Vec3i& t : mesh_.triangles) add_inside(t, kept);
        mesh_.triangles = std::move(kept);
        drop_unused_vertices(mesh_);
    }

private:
    template <class F>
    void for_each_edge(const Vec3i& t, F&& f) const {
        for (int k = 0; k < 3; ++k) f(t[k], t[(k + 1) % 3]);
    }
    bool crosses(Index a, Index b) const { return side_[a] * side_[b] < 0; }
    Edge inside_first(Index a, Index b) const { return side_[a] > 0 ? Edge(a, b) : Edge(b, a); }

    void find_cut_edges() {
        for (const Vec3i& t : mesh_.triangles)
            for_each_edge(t, [&](Index a, Index b) {
                if (crosses(a, b)) edges_.push_back(inside_first(a, b));
            });
        std::sort(edges_.begin(), edges_.end());
        edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    }

    void add_vertices() {
        first_new_ = mesh_.vertex_count();
        mesh_.attributes.resize(first_new_ + static_cast<Index>(edges_.size()));
        for (std::size_t k = 0; k < edges_.size(); ++k) {
            const Vec3 a = mesh_.positions[edges_[k].first];
            const Vec3 b = mesh_.positions[edges_[k].second];
            const Real t = plane_.depth(a) / (plane_.depth(a) - plane_.depth(b));
            Vec3 p = a + t * (b - a);
            p[plane_.axis] = plane_.place;
            mesh_.positions.push_back(p);
            side_.push_back(0);
            const auto& [from, to] = edges_[k];
            blend_rows(mesh_.attributes, from, to, t, first_new_ + static_cast<Index>(k));
        }
    }

    Index vertex_on(Index a, Index b) const {
        const auto at = std::lower_bound(edges_.begin(), edges_.end(), inside_first(a, b));
        return first_new_ + static_cast<Index>(at - edges_.begin());
    }

    // The part of the triangle inside: none, a triangle or two. Triangles that only touch the plane are outside.
    void add_inside(const Vec3i& t, std::vector<Vec3i>& kept) const {
        if (std::max({side_[t[0]], side_[t[1]], side_[t[2]]}) <= 0) return;
        std::array<Index, 4> polygon{};
        std::size_t n = 0;
        for_each_edge(t, [&](Index a, Index b) {
            if (side_[a] >= 0) polygon[n++] = a;
            if (crosses(a, b)) polygon[n++] = vertex_on(a, b);
        });
        for (std::size_t k = 2; k < n; ++k) kept.emplace_back(polygon[0], polygon[k - 1], polygon[k]);
    }

    TriangleMesh& mesh_;
    Plane plane_;
    std::vector<std::int8_t> side_;  // of each vertex: 1 inside, 0 on the plane, -1 outside
    std::vector<Edge> edges_;        // that cross it, sorted
    Index first_new_ = 0;
};

}  // namespace

void clip_to_box(TriangleMesh& mesh, const Box3& box, Real snap) {
    for (int axis = 0; axis < 3; ++axis) {
        PlaneCut(mesh, {axis, box.min[axis], 1.0f}, snap).cut();
        PlaneCut(mesh, {axis, box.max[axis], -1.0f}, snap).cut();
    }
}

}  // namespace lamella
