// The smallest remeshing that a tracked mesh needs, for the tests of topology repair: split, collapse, flip and
// tangential smoothing of the edges at given vertices (all of them without a list).
#pragma once

#include <lamella/geometry/connected/edge_collapse.hpp>
#include <lamella/geometry/connected/edge_flip.hpp>
#include <lamella/geometry/connected/edge_split.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella::test {

class SmallRemesh {
public:
    SmallRemesh(ConnectedMesh& mesh, Real edge) : mesh_(mesh), edge_(edge) {}

    // Vertices that splits make at the given ones are added to the list.
    void run(std::vector<Index>& vertices, Real smoothing) {
        split(vertices);
        collapse(vertices);
        for (int sweep = 0; sweep < 3 && flip(vertices) > 0;) ++sweep;
        std::erase_if(vertices, [&](Index v) { return mesh_.outgoing(v) < 0; });
        if (smoothing > 0.0f) smooth(vertices, smoothing, 0.15f * edge_);
    }
    std::vector<Index> all() const {
        std::vector<Index> list;
        for (Index v = 0; v < mesh_.vertex_slots(); ++v)
            if (mesh_.outgoing(v) >= 0) list.push_back(v);
        return list;
    }
    // Those at a triangle with a small angle.
    std::vector<Index> at_slivers(Real degrees) const {
        std::vector<Index> list;
        const Real most = std::cos(degrees * 3.14159265f / 180.0f);
        for (Index f = 0; f < mesh_.face_slots(); ++f) {
            if (!mesh_.has_face(f)) continue;
            for (int k = 0; k < 3; ++k)
                if (cosine(mesh_.corners(f)[k], mesh_.corners(f)[(k + 1) % 3], mesh_.corners(f)[(k + 2) % 3]) > most)
                    for (const Index v : mesh_.corners(f)) list.push_back(v);
        }
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        return list;
    }
    void smooth(const std::vector<Index>& vertices, Real share, Real cap) {
        std::vector<Vec3> moved;
        for (const Index v : vertices) {
            Vec3 mean = Vec3::Zero(), n = Vec3::Zero();
            Real weights = 0.0f;
            mesh_.for_each_outgoing(v, [&](Index h) {
                const Vec3 a = x(v), b = x(mesh_.to(h)), c = x(mesh_.opposite(h));
                const Vec3 area = cross(Vec3(b - a), Vec3(c - a));
                mean += area.norm() / 3.0f * (a + b + c);
                weights += area.norm();
                n += area;
            });
            Vec3 step = weights > 0.0f ? Vec3(share * (mean / weights - x(v))) : Vec3::Zero();
            if (n.norm() > 0.0f) step -= step.dot(n) / n.squaredNorm() * n;
            if (step.norm() > cap) step *= cap / step.norm();
            moved.push_back(x(v) + step);
        }
        for (std::size_t i = 0; i < vertices.size(); ++i) mesh_.positions[vertices[i]] = moved[i];
    }

private:
    const Vec3& x(Index v) const { return mesh_.positions[v]; }
    Real length(Index e) const { return (x(mesh_.from(mesh_.halfedge(e))) - x(mesh_.to(mesh_.halfedge(e)))).norm(); }
    Real cosine(Index at, Index a, Index b) const {
        const Vec3 p = x(a) - x(at), q = x(b) - x(at);
        return p.dot(q) / std::max(p.norm() * q.norm(), 1e-20f);
    }

    struct Item {
        Real length;
        Index edge;
    };
    std::vector<Item> edges(const std::vector<Index>& vertices) const {
        std::vector<Index> list;
        for (const Index v : vertices)
            if (mesh_.outgoing(v) >= 0) mesh_.for_each_outgoing(v, [&](Index h) { list.push_back(mesh_.edge(h)); });
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        std::vector<Item> items;
        for (const Index e : list) items.push_back({length(e), e});
        return items;
    }

    void split(std::vector<Index>& vertices) {
        std::vector<Item> items = edges(vertices);
        std::erase_if(items, [&](const Item& i) { return i.length <= 1.5f * edge_; });
        std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.length > b.length; });
        for (const Item& item : items) vertices.push_back(split_edge(mesh_, item.edge));
    }
    void collapse(const std::vector<Index>& vertices) {
        std::vector<Item> items = edges(vertices);
        std::erase_if(items, [&](const Item& i) { return i.length >= 0.5f * edge_; });
        std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.length < b.length; });
        for (const Item& item : items) {
            if (!mesh_.has_edge(item.edge) || length(item.edge) >= 0.5f * edge_) continue;
            const Index h = mesh_.halfedge(item.edge);
            const Vec3 middle = 0.5f * (x(mesh_.from(h)) + x(mesh_.to(h)));
            Real longest = 0.0f;
            for (const Index end : {mesh_.from(h), mesh_.to(h)})
                for (const Index v : mesh_.neighbours(end)) longest = std::max(longest, (x(v) - middle).norm());
            CollapseOptions options;
            options.smallest_cosine = 0.34f;
            if (longest <= 0.95f * 1.5f * edge_) collapse_edge(mesh_, item.edge, options);
        }
    }
    Index flip(const std::vector<Index>& vertices) {
        Index flipped = 0;
        for (const Item& item : edges(vertices)) {
            const Index h = mesh_.halfedge(item.edge), g = mesh_.twin(h);
            const Index a = mesh_.from(h), b = mesh_.to(h), c = mesh_.opposite(h), d = mesh_.opposite(g);
            const Real p = std::clamp(cosine(c, a, b), -1.0f, 1.0f), q = std::clamp(cosine(d, a, b), -1.0f, 1.0f);
            if (std::acos(p) + std::acos(q) <= 3.1416f + 1e-3f) continue;
            const auto normal = [&](Index i, Index j, Index k) { return cross(Vec3(x(j) - x(i)), Vec3(x(k) - x(i))); };
            const Vec3 n = normal(a, b, c), m = normal(b, a, d), n2 = normal(a, d, c), m2 = normal(d, b, c);
            const bool flat =
                n.dot(m) > 0.85f * n.norm() * m.norm() || n.norm() * m.norm() < 1e-4f * std::pow(edge_, 4.0f);
            if (flat && n2.dot(m2) > 0.0f && n2.dot(n + m) > 0.0f) flipped += flip_edge(mesh_, item.edge) ? 1 : 0;
        }
        return flipped;
    }

    ConnectedMesh& mesh_;
    Real edge_;
};

}  // namespace lamella::test
