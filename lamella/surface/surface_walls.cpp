#include <lamella/core/parallel.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;

enum class Place : std::uint8_t { before, behind, across };

// How far every block lies from the walls tells most of them at once: distances change by at most the way.
Place place_of(const SurfaceWalls& walls, const SparseGrid& grid, const Vec3i& block) {
    const double half = 0.5 * (kWidth - 1) * grid.cell();
    const Vec3d centre = grid.node_position(kWidth * block).array() + half;
    const double distance = walls.distance(centre.cast<Real>());
    const double radius = 1.01 * std::sqrt(3.0) * half;
    return distance > radius ? Place::before : distance < -radius ? Place::behind : Place::across;
}

CutNodes::Rows rows_of(const SurfaceWalls& walls, const SparseGrid& grid, const Vec3i& block) {
    CutNodes::Rows rows{};
    for (Index z = 0; z < kWidth; ++z)
        for (Index y = 0; y < kWidth; ++y)
            for (Index x = 0; x < kWidth; ++x) {
                const Vec3d p = grid.node_position(kWidth * block + Vec3i(x, y, z));
                if (walls.distance(p.cast<Real>()) >= 0.0f)
                    rows[static_cast<std::size_t>(y + kWidth * z)] |= static_cast<std::uint8_t>(1u << x);
            }
    return rows;
}

}  // namespace

Real SurfaceWalls::distance(const Vec3& p) const {
    const Real to_box = (p - box.min).cwiseMin(box.max - p).minCoeff();
    return bodies ? std::min(to_box, bodies(p)) : to_box;
}

Vec3 SurfaceWalls::away(const Vec3& p, Real step) const {
    Vec3 gradient;
    for (int a = 0; a < 3; ++a) gradient[a] = distance(p + step * Vec3::Unit(a)) - distance(p - step * Vec3::Unit(a));
    return gradient.stableNormalized();
}

CutNodes::CutNodes(const SurfaceWalls& walls, const SparseGrid& grid) : walls_(walls) {
    std::vector<Place> places(static_cast<std::size_t>(grid.block_count()));
    parallel_for("walls of blocks", grid.block_count(),
                 [&](Index b) { places[b] = place_of(walls, grid, grid.block(b)); });
    std::vector<Vec3i> blocks;
    for (Index b = 0; b < grid.block_count(); ++b)
        if (places[b] != Place::before) blocks.push_back(grid.block(b));
    blocks_ = TileSet(blocks);
    rows_.resize(blocks.size());
    parallel_for(
        "walls of nodes", blocks_.count(),
        [&](Index b) {
            const Vec3i block = blocks_.tile(b);
            if (places[grid.find(block)] == Place::across) rows_[b] = rows_of(walls, grid, block);
        },
        kTileChunk);
}

const CutNodes::Rows* CutNodes::find(const Vec3i& block) const {
    const Index b = blocks_.find(block);
    return b < 0 ? nullptr : &rows_[static_cast<std::size_t>(b)];
}

// The secant with halved weights, which keeps the wall between its ends.
double CutNodes::first_wall(const SparseGrid& grid, const Vec3i& node, int axis, double inner, double outer) const {
    constexpr int kSteps = 12;
    constexpr double kClose = 1e-4;  // of an edge
    const auto distance = [&](double along) {
        const Vec3d p = grid.node_position(node) + grid.cell() * along * Vec3d::Unit(axis);
        return static_cast<double>(walls_.distance(p.cast<Real>())) / grid.cell();
    };
    double behind = distance(outer);
    if (behind >= 0.0) return outer;
    double before = std::max(distance(inner), 0.0);
    for (int step = 0; step < kSteps && std::abs(outer - inner) > kClose; ++step) {
        const double along = inner + (outer - inner) * before / (before - behind);
        const double here = distance(along);
        if (std::abs(here) < kClose) return along;
        if (here > 0.0) {
            inner = along;
            before = here;
            behind *= 0.5;
        } else {
            outer = along;
            behind = here;
            before *= 0.5;
        }
    }
    return inner;
}

void cut_level_set(const CutNodes& cut, Real level, Real spacing, SparseGrid& phi) {
    parallel_for("walls of the level set", phi.block_count(), [&](Index b) {
        if (!phi.stored(b) || !cut.find(phi.block(b))) return;
        const auto values = phi.values(b);
        for (Index n = 0; n < SparseGrid::kNodes; ++n) {
            const Vec3d p = phi.node_position(kWidth * phi.block(b) + coordinates_in_tile(n));
            const Real wall = level + cut.walls().distance(p.cast<Real>()) / spacing;
            values[static_cast<std::size_t>(n)] = std::min(values[static_cast<std::size_t>(n)], wall);
        }
    });
}

void move_before_walls(const SurfaceWalls& walls, Real spacing, TriangleMesh& mesh) {
    parallel_for("vertices before walls", mesh.vertex_count(), [&](Index v) {
        Vec3& p = mesh.positions[v];
        const Real distance = walls.distance(p);
        if (distance < 0.0f) p -= distance * walls.away(p, 0.01f * spacing);
    });
}

}  // namespace lamella
