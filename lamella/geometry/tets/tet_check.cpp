#include <lamella/core/error.hpp>
#include <lamella/geometry/tets/tet_check.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

bool repeats_a_node(const Vec4i& t) {
    return t[0] == t[1] || t[0] == t[2] || t[0] == t[3] || t[1] == t[2] || t[1] == t[3] || t[2] == t[3];
}

void require_rows(const ColumnTable& table, Index rows, const char* of) {
    if (table.columns().empty() || table.size() == rows) return;
    throw InputError(fmt::format("the columns of the {} have {} rows; the mesh has {} {}", of, table.size(), rows, of));
}

void require_positions(const TetMesh& mesh) {
    for (Index n = 0; n < mesh.node_count(); ++n) {
        const Vec3& p = mesh.positions[n];
        if (p.allFinite()) continue;
        throw InputError(
            fmt::format("node {} of the mesh is ({}, {}, {}); coordinates must be finite", n, p.x(), p.y(), p.z()));
    }
}

}  // namespace

void require_valid(const TetMesh& mesh) {
    require_positions(mesh);
    for (Index c = 0; c < mesh.tet_count(); ++c) {
        const Vec4i& t = mesh.tets[c];
        const bool exist = t.minCoeff() >= 0 && t.maxCoeff() < mesh.node_count();
        if (exist && !repeats_a_node(t)) continue;
        throw InputError(fmt::format(
            "tetrahedron {} of the mesh has the nodes {}, {}, {}, {}; four different ones of its {} nodes, counted "
            "from 0, are needed",
            c, t[0], t[1], t[2], t[3], mesh.node_count()));
    }
    require_rows(mesh.nodes, mesh.node_count(), "nodes");
    require_rows(mesh.cells, mesh.tet_count(), "cells");
}

}  // namespace lamella
