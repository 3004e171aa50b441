#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/decimate_garland1997.hpp>
#include <lamella/geometry/fan_distance_cohen1997.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/quadric.hpp>
#include <lamella/geometry/vertex_corners.hpp>
#include <lamella/geometry/vertex_rows.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>
#include <span>

namespace lamella {
namespace {

constexpr double kPull = 1e-3;     // of the place to the middle of the edge
constexpr double kShorter = 1e-4;  // how much the length of an edge counts, so that flat parts keep even triangles
constexpr double kThin = 0.1;      // triangles of at least this compactness are good enough

int corner_of(const Vec3i& t, Index vertex) {
    return t[0] == vertex ? 0 : t[1] == vertex ? 1 : t[2] == vertex ? 2 : -1;
}

// 1 for an equilateral triangle, 0 for one without area.
double compactness(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const double sides = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
    return sides > 0.0 ? 2.0 * std::numbers::sqrt3 * cross(Vec3d(b - a), Vec3d(c - a)).norm() / sides : 0.0;
}

// Whether the triangles at the vertex form one closed fan.
bool in_closed_fan(const TriangleMesh& mesh, std::span<const Index> corners) {
    const auto side = [&](Index c, int k) { return mesh.triangles[c / 3][(c + k) % 3]; };
    if (corners.size() < 3) return false;
    const Index start = side(corners[0], 1);
    Index at = start;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const auto leaving = [&](Index c) { return side(c, 1) == at; };
        if (std::ranges::count_if(corners, leaving) != 1) return false;
        at = side(*std::ranges::find_if(corners, leaving), 2);
        if (at == start) return k + 1 == corners.size();
    }
    return false;
}

// The triangles at each vertex while they change; a list that grows moves to the end.
class TriangleLists {
public:
    explicit TriangleLists(const TriangleMesh& mesh, const VertexCorners& corners) {
        triangles_.reserve(6 * mesh.triangles.size());
        lists_.resize(mesh.positions.size());
        for (Index v = 0; v < mesh.vertex_count(); ++v) {
            const auto first = static_cast<Index>(triangles_.size());
            for (const Index c : corners.of(v)) triangles_.push_back(c / 3);
            lists_[v] = {first, static_cast<Index>(triangles_.size())};
        }
    }

    std::span<const Index> of(Index v) const {
        return {triangles_.data() + lists_[v].begin, static_cast<std::size_t>(lists_[v].end - lists_[v].begin)};
    }
    void replace(Index v, const std::vector<Index>& list) {
        lists_[v] = {static_cast<Index>(triangles_.size()), static_cast<Index>(triangles_.size() + list.size())};
        triangles_.insert(triangles_.end(), list.begin(), list.end());
    }
    void remove(Index v, Index triangle) {
        Range& list = lists_[v];
        const auto end = triangles_.begin() + list.end;
        list.end = static_cast<Index>(std::remove(triangles_.begin() + list.begin, end, triangle) - triangles_.begin());
    }

private:
    struct Range {
        Index begin, end;
    };
    std::vector<Index> triangles_;
    std::vector<Range> lists_;
};

struct Candidate {
    float cost;     // four numbers of four bytes: half of the time goes into fetching them
    Index u, v;     // u < v
    Index version;  // of both ends when it was made

    bool operator<(const Candidate& other) const {  // the cheapest is the top of a heap
        return std::tie(cost, u, v) > std::tie(other.cost, other.u, other.v);
    }
};

class Decimation {
public:
    Decimation(TriangleMesh& mesh, double largest_distance)
        : mesh_(mesh),
          corners_(mesh),
          at_(mesh, corners_),
          limit_(largest_distance),
          centre_(bounds(mesh).centre().cast<double>()),
          quadrics_(mesh.positions.size()),
          free_(mesh.positions.size()),
          moved_(mesh.positions.size(), 0.0),
          version_(mesh.positions.size(), 0),
          mark_(mesh.positions.size(), -1) {
        mesh_.attributes.resize(mesh_.vertex_count());
        parallel_for("quadrics", mesh.vertex_count(), [&](Index v) {
            for (const Index c : corners_.of(v)) quadrics_[v] = quadrics_[v] + quadric_of(c / 3);
            free_[v] = in_closed_fan(mesh_, corners_.of(v)) ? 1 : 0;
        });
    }

    void run() {
        fill_queue();
        while (!queue_.empty()) {
            const Candidate edge = queue_.top();
            queue_.pop();
            if (edge.version != version_[edge.u] + version_[edge.v] || !links_allow(edge.u, edge.v)) continue;
            const Vec3 place = best_place(edge.u, edge.v).cast<Real>();
            gather(edge.u, edge.v, place.cast<double>());
            if (const double moved = moved_after(); moved <= limit_) collapse(edge.u, edge.v, place, moved);
        }
        std::erase_if(mesh_.triangles, [](const Vec3i& t) { return t[0] < 0; });
        drop_unused_vertices(mesh_);
    }

private:
    Vec3d position(Index v) const { return mesh_.positions[v].cast<double>(); }

    MovedPoint about(Index v, const Vec3d& place) const { return {position(v) - place, moved_[v]}; }

    Quadric quadric_of(Index triangle) const {
        const Vec3i& t = mesh_.triangles[triangle];
        const Vec3d a = position(t[0]) - centre_;
        const Vec3d n = cross(Vec3d(position(t[1]) - position(t[0])), Vec3d(position(t[2]) - position(t[0])));
        const double length = n.norm();
        return length > 0.0 ? Quadric::plane(n / length, a, 0.5 * length) : Quadric{};
    }

    Vec3d best_place(Index u, Index v) const {
        const Vec3d middle = 0.5 * (position(u) + position(v)) - centre_;
        return centre_ + (quadrics_[u] + quadrics_[v]).minimiser(middle, kPull);
    }

    Candidate candidate(Index u, Index v) const {
        const Quadric q = quadrics_[u] + quadrics_[v];
        const double length = kShorter * q.A.trace() * (position(u) - position(v)).squaredNorm();
        const double cost = q(best_place(u, v) - centre_) + length;
        return {static_cast<float>(cost), std::min(u, v), std::max(u, v), version_[u] + version_[v]};
    }

    void fill_queue() {
        std::vector<Candidate> edges;
        edges.reserve(mesh_.triangles.size() * 3 / 2);
        for (const Vec3i& t : mesh_.triangles)
            for (int k = 0; k < 3; ++k)
                if (const Index u = t[k], v = t[(k + 1) % 3]; u < v && free_[u] && free_[v])
                    edges.push_back(candidate(u, v));
        queue_ = std::priority_queue(std::less<Candidate>(), std::move(edges));
    }

    template <class F>
    void for_each_neighbour(Index v, F&& f) const {  // of a closed fan: each starts one side that leaves v
        for (const Index t : at_.of(v)) f(mesh_.triangles[t][(corner_of(mesh_.triangles[t], v) + 1) % 3]);
    }

    // The link condition: the ends have no neighbours in common but the two across the edge.
    bool links_allow(Index u, Index v) {
        int common = 0;
        for_each_neighbour(u, [&](Index x) { mark_[x] = stamp_; });
        for_each_neighbour(v, [&](Index x) { common += mark_[x] == stamp_ ? 1 : 0; });
        ++stamp_;
        return common == 2 && at_.of(u).size() + at_.of(v).size() >= 7;  // else a tetrahedron would collapse
    }

    // What is around the edge, about the place that its ends would move to.
    void gather(Index u, Index v, const Vec3d& place) {
        around_.patch.clear();
        around_.inner_edges.clear();
        around_.ring.clear();
        around_.inner_vertices = {about(u, place), about(v, place)};
        patch_.clear();
        for (const Index t : at_.of(u)) add_triangle(t, u, v, place);
        for (const Index t : at_.of(v))
            if (corner_of(mesh_.triangles[t], u) < 0) add_triangle(t, v, u, place);
    }
    void add_triangle(Index triangle, Index end, Index other, const Vec3d& place) {
        const Vec3i& t = mesh_.triangles[triangle];
        const int k = corner_of(t, end);
        const Index next = t[(k + 1) % 3];
        const Index previous = t[(k + 2) % 3];
        const MovedPoint a = about(end, place);
        const MovedPoint b = about(next, place);
        const MovedPoint c = about(previous, place);
        patch_.push_back(triangle);
        around_.patch.push_back({a, b, c});
        around_.inner_edges.push_back({a, b});
        if (next == other) around_.inner_edges.push_back({b, c});  // leaves the other end
        if (next != other && previous != other) around_.ring.push_back({b, c});
    }

    // How far the surface will have moved at the place, infinity where the collapse is not allowed.
    double moved_after() {
        Vec3d normal = Vec3d::Zero();
        double thinnest = kThin;
        for (const auto& [a, b, c] : around_.patch) {
            normal += cross(Vec3d(b.p - a.p), Vec3d(c.p - a.p));
            thinnest = std::min(thinnest, compactness(a.p, b.p, c.p));
        }
        for (const auto& [a, b] : around_.ring)
            if (!(compactness(Vec3d::Zero(), a.p, b.p) >= thinnest)) return std::numeric_limits<double>::infinity();
        return moved_at_middle(around_, normal.normalized());
    }

    void collapse(Index u, Index v, const Vec3& place, double moved) {
        const Vec3 edge = mesh_.positions[v] - mesh_.positions[u];
        const Real t = std::clamp(edge.dot(place - mesh_.positions[u]) / edge.squaredNorm(), 0.0f, 1.0f);
        blend_rows(mesh_.attributes, u, v, t, u);
        mesh_.positions[u] = place;
        moved_[u] = moved;
        quadrics_[u] = quadrics_[u] + quadrics_[v];
        std::erase_if(patch_, [&](Index triangle) { return removed(triangle, u, v); });
        for (const Index triangle : patch_)
            if (const int k = corner_of(mesh_.triangles[triangle], v); k >= 0) mesh_.triangles[triangle][k] = u;
        at_.replace(u, patch_);
        ++version_[u];
        version_[v] = std::numeric_limits<Index>::min() / 2;  // no candidate has it
        for_each_neighbour(u, [&](Index x) {
            if (free_[x]) queue_.push(candidate(u, x));
        });
    }
    bool removed(Index triangle, Index u, Index v) {
        Vec3i& t = mesh_.triangles[triangle];
        if (corner_of(t, u) < 0 || corner_of(t, v) < 0) return false;
        for (int k = 0; k < 3; ++k)
            if (t[k] != u && t[k] != v) at_.remove(t[k], triangle);
        t = Vec3i::Constant(-1);
        return true;
    }

    TriangleMesh& mesh_;
    VertexCorners corners_;  // at the start
    TriangleLists at_;
    double limit_;
    Vec3d centre_;
    std::vector<Quadric> quadrics_;  // about the centre
    std::vector<std::uint8_t> free_;
    std::vector<double> moved_;   // how far the surface has moved at most, at each vertex
    std::vector<Index> version_;  // of each vertex
    std::vector<Index> mark_;     // scratch of links_allow
    Index stamp_ = 0;
    std::priority_queue<Candidate> queue_;
    PatchAndFan around_;        // scratch: the edge in question
    std::vector<Index> patch_;  // the triangles at its ends
};

}  // namespace

void decimate(TriangleMesh& mesh, double largest_distance) {
    const ProfileScope scope("decimate");
    require_valid(mesh);
    if (mesh.empty() || !(largest_distance > 0.0)) return;
    Decimation(mesh, largest_distance).run();
}

}  // namespace lamella
