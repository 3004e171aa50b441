#include <lamella/core/error.hpp>
#include <lamella/core/pack.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/surface/marching_cubes.hpp>
#include <lamella/surface/marching_cubes_table.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lamella {
namespace {

using cube_table::edge_axis;
using cube_table::lower_corner;

constexpr Index kWidth = SparseGrid::kWidth;
constexpr std::ptrdiff_t kBlockChunk = 16;
constexpr auto kCubeCases = cube_table::make_cube_cases();

Vec3i corner_offset(int corner) { return {corner & 1, corner >> 1 & 1, corner >> 2}; }

// The 9^3 nodes that the cubes of a block touch: the block's own and the first layers of seven others.
class NodeWindow {
public:
    NodeWindow(const SparseGrid& grid, const Vec3i& block) : background_(grid.background()) {
        for (int corner = 0; corner < 8; ++corner) {
            const Index b = grid.find(block + corner_offset(corner));
            blocks_[corner] = b < 0 ? nullptr : grid.values(b).data();
        }
    }
    float operator()(Index x, Index y, Index z) const {
        const float* values = blocks_[x / kWidth + 2 * (y / kWidth) + 4 * (z / kWidth)];
        return values ? values[cell_in_tile(x % kWidth, y % kWidth, z % kWidth)] : background_;
    }
    // Bit x of a row is set where node (x, y, z) is inside.
    unsigned inside_row(Index y, Index z, float iso) const {
        const unsigned row = (*this)(kWidth, y, z) >= iso ? 1u << kWidth : 0u;
        const int first = 2 * (y / kWidth) + 4 * (z / kWidth);
        if (!blocks_[first]) return row | (background_ >= iso ? 0xffu : 0u);
        const float* values = blocks_[first] + cell_in_tile(0, y % kWidth, z % kWidth);
        return row | lane_bits(load_pack(values) >= iso);
    }

private:
    float background_;
    std::array<const float*, 8> blocks_{};
};

// The same nodes before walls; all are where there is no cut.
class CutWindow {
public:
    CutWindow(const CutNodes* cut, const Vec3i& block) {
        for (int corner = 0; cut && corner < 8; ++corner) {
            rows_[corner] = cut->find(block + corner_offset(corner));
            any_ |= rows_[corner] != nullptr;
        }
    }
    bool any() const { return any_; }
    // Bit x of a row is set where node (x, y, z) lies before all walls.
    unsigned row(Index y, Index z) const {
        const int first = 2 * (y / kWidth) + 4 * (z / kWidth);
        const auto at = static_cast<std::size_t>(y % kWidth + kWidth * (z % kWidth));
        const unsigned low = rows_[first] ? (*rows_[first])[at] : 0xffu;
        const unsigned high = rows_[first + 1] ? (*rows_[first + 1])[at] & 1u : 1u;
        return low | high << kWidth;
    }

private:
    std::array<const CutNodes::Rows*, 8> rows_{};
    bool any_ = false;
};

// A block whose nodes lie on both sides of the surface. The edges that start at its nodes are its own:
// bit 8 y + x of crossed[8 axis + z] tells whether the edge of node (x, y, z) along that axis has a vertex,
// and the rank of that bit is the vertex's number in the block.
struct SurfaceBlock {
    Vec3i block = Vec3i::Zero();
    std::array<std::array<std::uint16_t, kWidth + 1>, kWidth + 1> inside{};  // [z][y], bit x
    std::array<std::uint64_t, 3 * kWidth> crossed{};
    std::array<Index, 3 * kWidth + 1> rank{};
    Index triangle_count = 0;
    Index first_vertex = 0;
    Index first_triangle = 0;

    Index vertex_count() const { return rank.back(); }
    Index vertex_at(Index x, Index y, Index z, int axis) const {
        const auto word = static_cast<std::size_t>(kWidth * axis + z);
        const std::uint64_t before = (std::uint64_t{1} << (kWidth * y + x)) - 1;
        return first_vertex + rank[word] + std::popcount(crossed[word] & before);
    }
};

// Calls f(x, y, z, inside bits of the corners) for the cubes that the surface passes through.
template <class F>
void for_each_crossed_cube(const SurfaceBlock& b, F&& f) {
    for (Index z = 0; z < kWidth; ++z)
        for (Index y = 0; y < kWidth; ++y) {
            const std::array<unsigned, 4> r = {b.inside[z][y], b.inside[z][y + 1], b.inside[z + 1][y],
                                               b.inside[z + 1][y + 1]};
            const unsigned any = r[0] | r[1] | r[2] | r[3];
            const unsigned all = r[0] & r[1] & r[2] & r[3];
            unsigned cubes = (any | any >> 1) & ~(all & all >> 1) & 0xffu;
            for (; cubes != 0; cubes &= cubes - 1) {
                const Index x = std::countr_zero(cubes);
                const auto pair = [&](int row) { return (r[row] >> x & 3u) << (2 * row); };
                f(x, y, z, pair(0) | pair(1) | pair(2) | pair(3));
            }
        }
}

bool find_signs(const NodeWindow& phi, const CutWindow& cut, float iso, SurfaceBlock& b) {
    unsigned any = 0;
    unsigned all = 0x1ff;
    for (Index z = 0; z <= kWidth; ++z)
        for (Index y = 0; y <= kWidth; ++y) {
            const unsigned row = phi.inside_row(y, z, iso) & cut.row(y, z);
            b.inside[z][y] = static_cast<std::uint16_t>(row);
            any |= row;
            all &= row;
        }
    return any != 0 && all != 0x1ff;
}

void count(SurfaceBlock& b) {
    for (Index z = 0; z < kWidth; ++z)
        for (Index y = 0; y < kWidth; ++y) {
            const unsigned row = b.inside[z][y];
            const auto mark = [&](Index axis, unsigned other) {
                b.crossed[kWidth * axis + z] |= std::uint64_t{(row ^ other) & 0xffu} << (kWidth * y);
            };
            mark(0, row >> 1);
            mark(1, b.inside[z][y + 1]);
            mark(2, b.inside[z + 1][y]);
        }
    for (std::size_t w = 0; w < b.crossed.size(); ++w) b.rank[w + 1] = b.rank[w] + std::popcount(b.crossed[w]);
    for_each_crossed_cube(
        b, [&](Index, Index, Index, unsigned corners) { b.triangle_count += kCubeCases[corners].triangle_count; });
}

// A cube belongs to the block of its lowest node, so cubes across a block's lower faces belong to blocks
// that the grid may not have.
std::vector<Vec3i> blocks_with_cubes(const SparseGrid& grid) {
    std::vector<std::uint64_t> keys;
    keys.reserve(8 * static_cast<std::size_t>(grid.block_count()));
    for (Index b = 0; b < grid.block_count(); ++b)
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3i block = grid.block(b) - corner_offset(corner);
            if (block.minCoeff() < -kTileReach) throw RunError("a surface touches the end of its grid");
            keys.push_back(tile_key(block));
        }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<Vec3i> blocks(keys.size());
    std::transform(keys.begin(), keys.end(), blocks.begin(), tile_of_key);
    return blocks;
}

std::vector<SurfaceBlock> find_surface_blocks(const SparseGrid& grid, float iso, const CutNodes* cut) {
    const std::vector<Vec3i> candidates = blocks_with_cubes(grid);
    const auto chunks = (candidates.size() + kBlockChunk - 1) / kBlockChunk;
    std::vector<std::vector<SurfaceBlock>> found(chunks);
    parallel_chunks("surface blocks", static_cast<std::ptrdiff_t>(candidates.size()), kBlockChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (std::ptrdiff_t i = begin; i < end; ++i) {
                            SurfaceBlock b;
                            b.block = candidates[static_cast<std::size_t>(i)];
                            if (!find_signs(NodeWindow(grid, b.block), CutWindow(cut, b.block), iso, b)) continue;
                            count(b);
                            found[static_cast<std::size_t>(chunk)].push_back(b);
                        }
                    });
    std::vector<SurfaceBlock> blocks;
    for (auto& part : found) {
        blocks.insert(blocks.end(), part.begin(), part.end());
        part = {};
    }
    return blocks;
}

// Gives every block its place in the mesh and the mesh its size.
void number_blocks(std::vector<SurfaceBlock>& blocks, TriangleMesh& mesh) {
    std::int64_t vertices = 0;
    std::int64_t triangles = 0;
    for (SurfaceBlock& b : blocks) {
        b.first_vertex = static_cast<Index>(vertices);
        b.first_triangle = static_cast<Index>(triangles);
        vertices += b.vertex_count();
        triangles += b.triangle_count;
        if (triangles > std::numeric_limits<Index>::max()) throw RunError("a surface has more than 2^31 triangles");
    }
    mesh.positions.resize(static_cast<std::size_t>(vertices));
    mesh.triangles.resize(static_cast<std::size_t>(triangles));
    mesh.attributes.resize(static_cast<Index>(vertices));
}

// The edges of a block that have a vertex, in the order of the vertices.
std::vector<CrossedEdge> crossed_edges(const SparseGrid& grid, float iso, const SurfaceBlock& b) {
    const NodeWindow phi(grid, b.block);
    std::vector<CrossedEdge> edges;
    edges.reserve(static_cast<std::size_t>(b.vertex_count()));
    for (int word = 0; word < 3 * kWidth; ++word)
        for (std::uint64_t bits = b.crossed[word]; bits != 0; bits &= bits - 1) {
            const Index place = std::countr_zero(bits);
            const Vec3i at(place % kWidth, place / kWidth, word % kWidth);
            const int axis = word / kWidth;
            const Vec3i end = at + Vec3i::Unit(axis);
            const float lower = phi(at.x(), at.y(), at.z());
            const float upper = phi(end.x(), end.y(), end.z());
            const bool lower_inside = (b.inside[at.z()][at.y()] >> at.x() & 1u) != 0;
            const bool at_wall = lower >= iso && upper >= iso;
            const double along = at_wall ? (lower_inside ? 1.0 : 0.0)
                                         : (static_cast<double>(iso) - lower) / (static_cast<double>(upper) - lower);
            edges.push_back({kWidth * b.block + at, axis, lower, upper, along, lower_inside, at_wall});
        }
    return edges;
}

// A vertex keeps a thousandth of its edge away from both nodes, and four rounding errors where the
// coordinates are so large that this is more: the vertices around a node stay apart.
Vec3 vertex_position(const SparseGrid& grid, const CrossedEdge& edge) {
    Vec3d p = grid.node_position(edge.node);
    const double rounding = p.cwiseAbs().maxCoeff() * std::numeric_limits<float>::epsilon() / grid.cell();
    const double margin = std::min(0.5, std::max(0.001, 4.0 * rounding));
    p[edge.axis] += grid.cell() * (edge.along > margin ? std::min(edge.along, 1.0 - margin) : margin);
    return p.cast<Real>();
}

// Moves the vertices of edges that meet a wall first to it.
void end_at_walls(const SparseGrid& grid, const CutNodes& cut, Index first_vertex, std::span<CrossedEdge> edges,
                  EdgeSolver* solver) {
    constexpr double kStep = 0.02;  // cells
    for (std::size_t e = 0; e < edges.size(); ++e) {
        CrossedEdge& edge = edges[e];
        const double wall =
            cut.first_wall(grid, edge.node, edge.axis, edge.lower_inside ? 0.0 : 1.0, std::clamp(edge.along, 0.0, 1.0));
        if (!edge.at_wall && wall == edge.along) continue;
        edge.along = wall;
        if (!solver) continue;
        const Vec3d p = grid.node_position(edge.node) + grid.cell() * wall * Vec3d::Unit(edge.axis);
        solver->lies_on_wall(first_vertex + static_cast<Index>(e),
                             cut.walls().away(p.cast<Real>(), static_cast<Real>(kStep * grid.cell())));
    }
}

void place_vertices(const SparseGrid& grid, float iso, const SurfaceBlock& b, EdgeSolver* solver, const CutNodes* cut,
                    TriangleMesh& mesh) {
    std::vector<CrossedEdge> edges = crossed_edges(grid, iso, b);
    if (solver && !edges.empty()) solver->solve(b.block, b.first_vertex, edges);
    if (CutWindow(cut, b.block).any()) end_at_walls(grid, *cut, b.first_vertex, edges, solver);
    auto vertex = static_cast<std::size_t>(b.first_vertex);
    for (const CrossedEdge& edge : edges) mesh.positions[vertex++] = vertex_position(grid, edge);
}

// The blocks that own the edges of a block's cubes, by corner.
std::array<const SurfaceBlock*, 8> edge_owners(const std::vector<SurfaceBlock>& blocks, const SurfaceBlock& b) {
    std::array<const SurfaceBlock*, 8> owners{};
    for (int corner = 0; corner < 8; ++corner) {
        const std::uint64_t key = tile_key(b.block + corner_offset(corner));
        const auto key_of = [](const SurfaceBlock& s) { return tile_key(s.block); };
        const auto at = std::ranges::lower_bound(blocks, key, {}, key_of);
        if (at != blocks.end() && key_of(*at) == key) owners[corner] = &*at;
    }
    return owners;
}

void connect_triangles(const std::vector<SurfaceBlock>& blocks, const SurfaceBlock& b, TriangleMesh& mesh) {
    const auto owners = edge_owners(blocks, b);
    auto triangle = static_cast<std::size_t>(b.first_triangle);
    for_each_crossed_cube(b, [&](Index x, Index y, Index z, unsigned corners) {
        const auto vertex = [&](int edge) {
            const int corner = lower_corner(edge);
            const Index nx = x + (corner & 1);
            const Index ny = y + (corner >> 1 & 1);
            const Index nz = z + (corner >> 2);
            const SurfaceBlock& owner = *owners[nx / kWidth + 2 * (ny / kWidth) + 4 * (nz / kWidth)];
            return owner.vertex_at(nx % kWidth, ny % kWidth, nz % kWidth, edge_axis(edge));
        };
        const auto& cube = kCubeCases[corners];
        for (int t = 0; t < cube.triangle_count; ++t) {
            const auto& e = cube.triangles[t];
            mesh.triangles[triangle++] = {vertex(e[0]), vertex(e[1]), vertex(e[2])};
        }
    });
}

}  // namespace

TriangleMesh marching_cubes(const SparseGrid& phi, float iso, EdgeSolver* solver, const CutNodes* cut) {
    const ProfileScope scope("marching cubes");
    if (phi.background() >= iso) throw RunError("the surface of a grid whose background is inside has no end");
    std::vector<SurfaceBlock> blocks = find_surface_blocks(phi, iso, cut);
    TriangleMesh mesh;
    number_blocks(blocks, mesh);
    if (solver) solver->start(mesh.vertex_count());
    const auto fill = [&](Index i) {
        const SurfaceBlock& b = blocks[static_cast<std::size_t>(i)];
        place_vertices(phi, iso, b, solver, cut, mesh);
        connect_triangles(blocks, b, mesh);
    };
    parallel_for("fill mesh", static_cast<Index>(blocks.size()), fill, kBlockChunk);
    return mesh;
}

}  // namespace lamella
