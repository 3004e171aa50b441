// How the quads of a dual contour hang together so that no edge has more than two of them and no vertex more than one
// fan. In a cell that two sheets of a surface pass each sheet has a vertex of its own, at one place. Across a side
// where four quads meet those around one node of the inside belong together, and the other two; where both pairs would
// share both vertices, each has a vertex more in the middle of the side.
#pragma once

#include <lamella/core/real.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella {

// Around an edge of the grid: its four cells in turn, and its end that is inside.
struct GridQuad {
    std::array<std::int64_t, 4> cells;
    std::int64_t node;
};

struct JoinedQuads {
    struct Vertex {
        std::int64_t first_cell, second_cell;  // the same one, or two between whose vertices it lies
    };
    std::vector<std::vector<Index>> polygons;  // of each quad, in its order
    std::vector<Vertex> vertices;
};

JoinedQuads join_quads(std::span<const GridQuad> quads);

}  // namespace lamella
