// Connected meshes with data, and random operations on them, for several tests of this folder.
#pragma once

#include "test_meshes.hpp"

#include <lamella/geometry/connected/edge_collapse.hpp>
#include <lamella/geometry/connected/edge_flip.hpp>
#include <lamella/geometry/connected/edge_split.hpp>
#include <lamella/geometry/vertex_rows.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lamella::test {

inline TriangleMesh open_sphere() {
    TriangleMesh mesh = without_base(sphere(Vec3::Zero(), 1.0f, 0.3f), -0.3f);
    drop_unused_vertices(mesh);
    return mesh;
}

// A square of n times n squares in the plane z = 0.
inline TriangleMesh plate(Index n) {
    TriangleMesh mesh;
    for (Index y = 0; y <= n; ++y)
        for (Index x = 0; x <= n; ++x) mesh.positions.emplace_back(static_cast<Real>(x), static_cast<Real>(y), 0.0f);
    const auto at = [&](Index x, Index y) { return x + (n + 1) * y; };
    for (Index y = 0; y < n; ++y)
        for (Index x = 0; x < n; ++x) {
            mesh.triangles.emplace_back(at(x, y), at(x + 1, y), at(x + 1, y + 1));
            mesh.triangles.emplace_back(at(x, y), at(x + 1, y + 1), at(x, y + 1));
        }
    return mesh;
}

// Every kind of column on every kind of element.
inline void add_data(ConnectedMesh& mesh) {
    for (ElementData* data : {&mesh.vertices, &mesh.edges, &mesh.faces}) {
        data->number();
        data->set_rule("amount", Carry::share);
        data->set_rule("units", Carry::share);
        auto& amount = data->table().add<ScalarColumn>("amount");
        auto& units = data->table().add<IndexColumn>("units");
        auto& constant = data->table().add<Vec3Column>("constant");
        auto& label = data->table().add<IndexColumn>("label");
        for (Index i = 0; i < data->size(); ++i) {
            amount[i] = 1.0f;
            units[i] = 1000;
            constant.set(i, Vec3(1.0f, 2.0f, 4.0f));
            label[i] = 7;
        }
    }
}

template <class T, class F>
T total(const ConnectedMesh& mesh, const ElementData& data, const char* name, F&& is_there) {
    T sum = 0;
    using C = std::conditional_t<std::is_same_v<T, std::int64_t>, IndexColumn, ScalarColumn>;
    for (Index i = 0; i < data.size(); ++i)
        if ((mesh.*is_there)(i)) sum += static_cast<T>(data.table().get<C>(name)[i]);
    return sum;
}

struct Totals {
    double amount;
    std::int64_t units;
};

inline std::array<Totals, 3> totals(const ConnectedMesh& mesh) {
    const auto of = [&](const ElementData& data, bool (ConnectedMesh::*there)(Index) const) {
        return Totals{total<double>(mesh, data, "amount", there), total<std::int64_t>(mesh, data, "units", there)};
    };
    return {of(mesh.vertices, &ConnectedMesh::has_vertex), of(mesh.edges, &ConnectedMesh::has_edge),
            of(mesh.faces, &ConnectedMesh::has_face)};
}

inline void expect_same_data(const ConnectedMesh& mesh, const std::array<Totals, 3>& before) {
    const auto after = totals(mesh);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(after[k].units, before[k].units) << k;
        EXPECT_NEAR(after[k].amount, before[k].amount, 1e-4 * before[k].amount) << k;
    }
    const auto check_table = [&](const ElementData& data, auto&& there) {
        std::set<Index> ids;
        for (Index i = 0; i < data.size(); ++i) {
            EXPECT_TRUE(ids.insert(data.table().get<IndexColumn>("id")[i]).second);
            if (!there(i)) continue;
            EXPECT_EQ(data.table().get<IndexColumn>("label")[i], 7);
            EXPECT_LT((data.table().get<Vec3Column>("constant")[i] - Vec3(1.0f, 2.0f, 4.0f)).norm(), 1e-4f);
        }
    };
    // Edges between the parts of a face are new, and nothing was there before.
    check_table(mesh.vertices, [&](Index v) { return mesh.has_vertex(v); });
    check_table(mesh.faces, [&](Index f) { return mesh.has_face(f); });
}

struct Applied {
    Index splits = 0, flips = 0, collapses = 0, refused = 0;
};

inline Applied apply_random(ConnectedMesh& mesh, int operations, std::uint64_t seed) {
    Applied applied;
    for (int k = 0; k < operations; ++k) {
        const auto edge = static_cast<Index>(random_bits(seed, 0, k) % static_cast<std::uint64_t>(mesh.edge_slots()));
        if (!mesh.has_edge(edge)) continue;
        const Real t = 0.2f + 0.6f * random_unit(seed, 1, k);
        const std::uint64_t kind = random_bits(seed, 2, k) % 7;
        if (kind < 2) {
            applied.splits += split_edge(mesh, edge, t) >= 0 ? 1 : 0;
        } else if (kind < 4) {
            const bool done = flip_edge(mesh, edge);
            applied.flips += done ? 1 : 0;
            applied.refused += done ? 0 : 1;
        } else {
            const bool done = collapse_edge(mesh, edge, {.t = t, .place = {}, .smallest_cosine = {}}) >= 0;
            applied.collapses += done ? 1 : 0;
            applied.refused += done ? 0 : 1;
        }
    }
    return applied;
}

}  // namespace lamella::test
