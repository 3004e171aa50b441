#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/body_forces.hpp>

namespace lamella {
namespace {

using OpenShares = std::array<RimmedTile<float, 1>, 3>;

// What acts on one body, over all tiles.
BodyLoad sum_of_tiles(std::vector<BodyLoads>& tiles, Index body) {
    std::vector<BodyLoad> loads;
    for (BodyLoads& tile : tiles) loads.push_back(tile.of(body));
    return exact_sum(loads);
}

// Calls add(tile, open shares of it, loads) for the tiles with liquid, and sums the loads.
template <class Add>
BodyLoads sum_over_tiles(const std::vector<TilesAround>& around, const SolidGrid& solids, const LiquidCells& cells,
                         Add&& add) {
    const ProfileScope scope("body forces");
    const auto count = static_cast<Index>(around.size());
    std::vector<BodyLoads> parts(static_cast<std::size_t>(count), BodyLoads(solids.bodies().size()));
    parallel_for(
        "body forces", count,
        [&](Index t) {
            if (!cells.any(t)) return;
            OpenShares open;
            for (std::size_t a = 0; a < 3; ++a)
                open[a].gather(solids.open_share()[a], around[static_cast<std::size_t>(t)], 0.0f);
            add(t, open, parts[static_cast<std::size_t>(t)]);
        },
        kTileChunk);
    BodyLoads all(solids.bodies().size());
    all.walls = sum_of_tiles(parts, kDomainWalls);
    for (std::size_t b = 0; b < all.on.size(); ++b) all.on[b] = sum_of_tiles(parts, static_cast<Index>(b));
    return all;
}

// sum_f n_f A_f over the six faces of the cell at a place of its rimmed tile.
Vec3 open_area(const OpenShares& open, std::size_t at) {
    Vec3 sum;
    for (std::size_t a = 0; a < 3; ++a) sum[static_cast<int>(a)] = open[a].values[at + kAlong[a]] - open[a].values[at];
    return sum;
}

// At the centre of a cell, from its open faces.
Vec3 velocity_at(const OpenShares& open, const std::array<RimmedTile<float, 1>, 3>& u, std::size_t at) {
    Vec3 mean;
    for (std::size_t a = 0; a < 3; ++a) {
        const std::size_t high = at + kAlong[a];
        const Real low_share = open[a].values[at], high_share = open[a].values[high];
        const Real shares = low_share + high_share;
        mean[static_cast<int>(a)] =
            shares > 0.0f ? (low_share * u[a].values[at] + high_share * u[a].values[high]) / shares : u[a].values[at];
    }
    return mean;
}

Vec3 centre_of(const TileSet& tiles, const SolidGrid& solids, Index t, std::size_t c) {
    const Vec3i cell = tiles.first_cell(t) + coordinates_in_tile(static_cast<Index>(c));
    return (solids.cell() * (cell.cast<double>().array() + 0.5)).matrix().cast<Real>();
}

// An impulse at a point, on the solid that is nearest to `towards`.
void push(const SolidGrid& solids, const Vec3& at, const Vec3& towards, const Vec3d& impulse, BodyLoads& loads) {
    loads.of(solids.nearest_body(towards)) += {impulse, cross(at.cast<double>(), impulse)};
}

double mass_of_cell(const SolidGrid& solids, double density) {
    return density * solids.cell() * solids.cell() * solids.cell();
}

}  // namespace

BodyLoads pressure_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const TileField<float>& pressure, double density) {
    const auto half = static_cast<Real>(0.5 * solids.cell());
    return sum_over_tiles(around, solids, cells, [&](Index t, const OpenShares& open, BodyLoads& loads) {
        const auto q = pressure.tile(t);
        const auto liquid = cells.liquid.tile(t);
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (!liquid[c] || q[c] == 0.0f) return;
            const Vec3 area = open_area(open, at);
            const Real length = area.norm();
            if (length == 0.0f) return;
            const Vec3 centre = centre_of(tiles, solids, t, c);
            push(solids, centre, centre - half / length * area,
                 -mass_of_cell(solids, density) * q[c] * area.cast<double>(), loads);
        });
    });
}

BodyLoads stopping_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const FaceField& velocity, double density) {
    const auto half = static_cast<Real>(0.5 * solids.cell());
    const double area_mass = density * solids.cell() * solids.cell();
    return sum_over_tiles(around, solids, cells, [&](Index t, const OpenShares& open, BodyLoads& loads) {
        const auto liquid = cells.liquid.tile(t);
        std::array<RimmedTile<float, 1>, 3> u;
        for (std::size_t a = 0; a < 3; ++a) u[a].gather(velocity[a], around[static_cast<std::size_t>(t)], 0.0f);
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (!liquid[c]) return;
            const Vec3 area = open_area(open, at);
            const Real length = area.norm();
            if (length == 0.0f) return;
            const Vec3 centre = centre_of(tiles, solids, t, c);
            const Vec3 towards = centre - half / length * area;
            const Vec3 change = velocity_at(open, u, at) - solids.velocity(towards);
            const double lost = area_mass * solids.distance(centre) * area.dot(change) / length;
            push(solids, centre, towards, lost * area.cast<double>(), loads);
        });
    });
}

}  // namespace lamella
