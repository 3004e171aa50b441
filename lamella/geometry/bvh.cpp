#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/mesh_check.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

constexpr Index kLeafSize = 4;

struct Item {
    Box3 box;
    Vec3 centre;
    Index triangle;
};

std::vector<Item> make_items(const TriangleMesh& mesh) {
    std::vector<Item> items(mesh.triangles.size());
    for (Index i = 0; i < mesh.triangle_count(); ++i) {
        for (int k = 0; k < 3; ++k) items[i].box.extend(mesh.positions[mesh.triangles[i][k]]);
        items[i].centre = 0.5f * items[i].box.min + 0.5f * items[i].box.max;
        items[i].triangle = i;
    }
    return items;
}

class Builder {
public:
    Builder(std::vector<Item>& items, std::vector<Bvh::Node>& nodes) : items_(items), nodes_(nodes) {}

    Index build(Index begin, Index end) {
        const auto number = static_cast<Index>(nodes_.size());
        Bvh::Node node;
        Box3 centres;
        for (Index i = begin; i < end; ++i) {
            node.box.extend(items_[i].box);
            centres.extend(items_[i].centre);
        }
        node.begin = begin;
        node.end = end;
        nodes_.push_back(node);
        if (end - begin <= kLeafSize) return number;
        const Index middle = begin + (end - begin) / 2;
        halve(begin, middle, end, centres);
        build(begin, middle);
        const Index second = build(middle, end);
        nodes_[number].second_child = second;
        return number;
    }

private:
    void halve(Index begin, Index middle, Index end, const Box3& centres) {
        Index axis = 0;
        centres.size().maxCoeff(&axis);
        const auto before = [axis](const Item& a, const Item& b) {
            return a.centre[axis] != b.centre[axis] ? a.centre[axis] < b.centre[axis] : a.triangle < b.triangle;
        };
        std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, before);
    }

    std::vector<Item>& items_;
    std::vector<Bvh::Node>& nodes_;
};

double squared_distance(const Box3& box, const Vec3d& p) {
    const Vec3d below = box.min.cast<double>() - p;
    const Vec3d above = p - box.max.cast<double>();
    return below.cwiseMax(above).cwiseMax(0.0).squaredNorm();
}

double fraction(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

// Weights of the closest point of the triangle a, a + ab, a + ac to the point a + ap.
Vec3d closest_weights(const Vec3d& ab, const Vec3d& ac, const Vec3d& ap) {
    const double d1 = ab.dot(ap);
    const double d2 = ac.dot(ap);
    if (d1 <= 0.0 && d2 <= 0.0) return {1.0, 0.0, 0.0};
    const Vec3d bp = ap - ab;
    const double d3 = ab.dot(bp);
    const double d4 = ac.dot(bp);
    if (d3 >= 0.0 && d4 <= d3) return {0.0, 1.0, 0.0};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3) return {1.0 - d1 / (d1 - d3), d1 / (d1 - d3), 0.0};
    const Vec3d cp = ap - ac;
    const double d5 = ab.dot(cp);
    const double d6 = ac.dot(cp);
    if (d6 >= 0.0 && d5 <= d6) return {0.0, 0.0, 1.0};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        const double w = fraction(d2, d2 - d6);
        return {1.0 - w, 0.0, w};
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) {
        const double w = fraction(d4 - d3, (d4 - d3) + (d5 - d6));
        return {0.0, 1.0 - w, w};
    }
    const double scale = 1.0 / (va + vb + vc);
    return {va * scale, vb * scale, vc * scale};
}

}  // namespace

Real ClosestPoint::distance() const { return static_cast<Real>(std::sqrt(squared_distance)); }

ClosestPoint closest_on_triangle(const Vec3& p, const std::array<Vec3, 3>& corners, Index triangle) {
    const Vec3d q = p.cast<double>();
    const Vec3d a = corners[0].cast<double>();
    const Vec3d ab = corners[1].cast<double>() - a;
    const Vec3d ac = corners[2].cast<double>() - a;
    const Vec3d weights = closest_weights(ab, ac, q - a);
    const Vec3d offset = weights[1] * ab + weights[2] * ac;
    return {(q - a - offset).squaredNorm(), triangle, weights.cast<Real>(), (a + offset).cast<Real>()};
}

Bvh::Bvh(const TriangleMesh& mesh) {
    require_valid(mesh);
    if (mesh.empty()) return;
    std::vector<Item> items = make_items(mesh);
    nodes_.reserve(items.size());
    Builder(items, nodes_).build(0, mesh.triangle_count());
    for (const Item& item : items) {
        const Vec3i& t = mesh.triangles[item.triangle];
        corners_.push_back({mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]});
        numbers_.push_back(item.triangle);
    }
}

void Bvh::improve(ClosestPoint& best, double& limit, const Vec3& p, const Node& leaf) const {
    for (Index i = leaf.begin; i < leaf.end; ++i) {
        const ClosestPoint c = closest_on_triangle(p, corners_[i], numbers_[i]);
        const bool tie = c.squared_distance == best.squared_distance && c.triangle < best.triangle;
        if (c.squared_distance > limit || !(c.squared_distance < best.squared_distance || tie)) continue;
        best = c;
        limit = c.squared_distance;
    }
}

ClosestPoint Bvh::closest_point(const Vec3& p, double max_distance) const {
    struct Entry {
        double squared_distance;
        Index node;
    };
    ClosestPoint best;
    double limit = max_distance * max_distance;
    const Vec3d q = p.cast<double>();
    std::array<Entry, kDeepest + 1> stack;
    int depth = 0;
    const auto push = [&](const Entry& entry) {
        if (entry.squared_distance <= limit) stack[depth++] = entry;
    };
    const auto entry_of = [&](Index node) -> Entry { return {squared_distance(nodes_[node].box, q), node}; };
    if (!nodes_.empty()) push(entry_of(0));
    while (depth > 0) {
        const Entry entry = stack[--depth];
        if (entry.squared_distance > limit) continue;
        const Node& node = nodes_[entry.node];
        if (node.leaf()) {
            improve(best, limit, p, node);
            continue;
        }
        Entry near = entry_of(entry.node + 1);
        Entry far = entry_of(node.second_child);
        if (near.squared_distance > far.squared_distance) std::swap(near, far);
        push(far);
        push(near);
    }
    return best;
}

}  // namespace lamella
