// The triangles of the 256 cases of a marching cube, derived at compile time instead of typed in.
//
// Each face of the cube decides from its own four corners alone how the surface crosses it: every run of
// inside corners around the face is cut off by one segment, so inside corners on a diagonal are separated.
// The two cubes at a face therefore agree, and the segments on the faces of a cube chain into closed loops.
// A loop is cut into triangles by the shortest diagonals that do not lie in a face: a diagonal in a face
// could be chosen by the neighbour, too, and four triangles would meet there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace lamella::cube_table {

// Corner c lies at (c & 1, c >> 1 & 1, c >> 2). Edge 4 axis + k runs along `axis` from its lower corner.
constexpr int kEdges = 12;
constexpr int kMaxTriangles = 5;

constexpr int edge_axis(int edge) { return edge / 4; }
constexpr int lower_corner(int edge) {
    const int b = (edge_axis(edge) + 1) % 3;
    const int c = (edge_axis(edge) + 2) % 3;
    return (edge & 1) << b | (edge >> 1 & 1) << c;
}
constexpr int edge_between(int corner, int other) {
    const int axis = std::countr_zero(static_cast<unsigned>(corner ^ other));
    const int lower = corner & other;
    return 4 * axis + ((lower >> (axis + 1) % 3 & 1) | (lower >> (axis + 2) % 3 & 1) << 1);
}

struct CubeCase {
    int triangle_count = 0;
    std::array<std::array<std::uint8_t, 3>, kMaxTriangles> triangles{};  // edges, counter-clockwise from outside
};

namespace detail {

// The corners of a face, counter-clockwise seen from outside the cube.
constexpr std::array<int, 4> face_corners(int axis, int side) {
    const int b = 1 << (axis + 1) % 3;
    const int c = 1 << (axis + 2) % 3;
    const int base = side << axis;
    if (side == 1) return {base, base | b, base | b | c, base | c};
    return {base, base | c, base | b | c, base | b};
}

// Which of the six faces an edge lies in, as bits.
constexpr int faces_of(int edge) {
    int faces = 0;
    for (int a = 0; a < 3; ++a)
        if (a != edge_axis(edge)) faces |= 1 << (2 * a + (lower_corner(edge) >> a & 1));
    return faces;
}

// Twice the coordinate of the middle of an edge.
constexpr int middle(int edge, int axis) { return axis == edge_axis(edge) ? 1 : 2 * (lower_corner(edge) >> axis & 1); }

constexpr int kForbidden = 1 << 20;

constexpr int diagonal_cost(int edge, int other) {
    if (faces_of(edge) & faces_of(other)) return kForbidden;
    int cost = 0;
    for (int a = 0; a < 3; ++a) cost += (middle(edge, a) - middle(other, a)) * (middle(edge, a) - middle(other, a));
    return cost;
}

// For each crossed edge the one that follows it in its loop; -1 elsewhere.
constexpr std::array<int, kEdges> following_edges(int inside) {
    std::array<int, kEdges> next{};
    next.fill(-1);
    for (int face = 0; face < 6; ++face) {
        const std::array<int, 4> corner = face_corners(face / 2, face % 2);
        const auto in = [&](int i) { return (inside >> corner[i % 4] & 1) != 0; };
        for (int first = 0; first < 4; ++first) {
            if (in(first + 3) || !in(first)) continue;
            int last = first;
            while (in(last + 1)) ++last;
            next[edge_between(corner[(first + 3) % 4], corner[first])] =
                edge_between(corner[last % 4], corner[(last + 1) % 4]);
        }
    }
    return next;
}

struct Loop {
    int size = 0;
    std::array<int, kEdges> edges{};
};

// The cheapest triangulation of the part [i, j] of a loop, by dynamic programming over intervals.
struct Triangulation {
    std::array<std::array<int, kEdges>, kEdges> cost{};
    std::array<std::array<int, kEdges>, kEdges> apex{};

    constexpr explicit Triangulation(const Loop& loop) {
        for (int length = 2; length < loop.size; ++length)
            for (int i = 0; i + length < loop.size; ++i) choose_apex(loop, i, i + length);
    }
    constexpr void choose_apex(const Loop& loop, int i, int j) {
        const bool closing = i == 0 && j == loop.size - 1;
        const int chord = closing ? 0 : diagonal_cost(loop.edges[i], loop.edges[j]);
        cost[i][j] = 2 * kForbidden * kEdges;
        for (int k = i + 1; k < j; ++k) {
            const int total = chord + cost[i][k] + cost[k][j];
            if (total < cost[i][j]) {
                cost[i][j] = total;
                apex[i][j] = k;
            }
        }
    }
    constexpr void emit(const Loop& loop, int i, int j, CubeCase& result) const {
        if (j - i < 2) return;
        const int k = apex[i][j];
        emit(loop, i, k, result);
        emit(loop, k, j, result);
        const auto edge = [&](int at) { return static_cast<std::uint8_t>(loop.edges[at]); };
        result.triangles[result.triangle_count++] = {edge(i), edge(k), edge(j)};
    }
};

constexpr CubeCase make_case(int inside) {
    CubeCase result;
    std::array<int, kEdges> next = following_edges(inside);
    for (int start = 0; start < kEdges; ++start) {
        Loop loop;
        for (int edge = start; next[edge] >= 0;) {
            loop.edges[loop.size++] = edge;
            const int following = next[edge];
            next[edge] = -1;
            edge = following;
        }
        if (loop.size > 0) Triangulation(loop).emit(loop, 0, loop.size - 1, result);
    }
    return result;
}

}  // namespace detail

// Indexed by the bits of the inside corners.
constexpr std::array<CubeCase, 256> make_cube_cases() {
    std::array<CubeCase, 256> cases{};
    for (int inside = 0; inside < 256; ++inside) cases[inside] = detail::make_case(inside);
    return cases;
}

}  // namespace lamella::cube_table
