#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/body_forces.hpp>

namespace lamella {
namespace {

// sum_f n_f A_f over the six faces of the cell at a place of its rimmed tile.
Vec3 open_area(const std::array<RimmedTile<float, 1>, 3>& open, std::size_t at) {
    Vec3 sum;
    for (std::size_t a = 0; a < 3; ++a) sum[static_cast<int>(a)] = open[a].values[at + kAlong[a]] - open[a].values[at];
    return sum;
}

void add_tile(const TileSet& tiles, const TilesAround& around, Index t, const SolidGrid& solids,
              const LiquidCells& cells, const TileField<float>& pressure, double impulse_of_q, BodyLoads& loads) {
    std::array<RimmedTile<float, 1>, 3> open;
    for (std::size_t a = 0; a < 3; ++a) open[a].gather(solids.open_share()[a], around, 0.0f);
    const auto q = pressure.tile(t);
    const auto liquid = cells.liquid.tile(t);
    const auto dx = static_cast<Real>(solids.cell());
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        if (!liquid[c] || q[c] == 0.0f) return;
        const Vec3 area = open_area(open, at);
        const Real length = area.norm();
        if (length == 0.0f) return;
        const Vec3i cell = tiles.first_cell(t) + coordinates_in_tile(static_cast<Index>(c));
        const Vec3 centre = dx * (cell.cast<Real>().array() + 0.5f).matrix();
        const Vec3d impulse = -impulse_of_q * q[c] * area.cast<double>();
        loads.of(solids.nearest_body(centre - 0.5f * dx / length * area)) +=
            {impulse, cross(centre.cast<double>(), impulse)};
    });
}

// What acts on one body, exact over tiles.
BodyLoad sum_of_tiles(std::vector<BodyLoads>& tiles, Index body) {
    const auto n = static_cast<Index>(tiles.size());
    const auto load = [&](Index t) -> const BodyLoad& { return tiles[static_cast<std::size_t>(t)].of(body); };
    const Vec3d none = Vec3d::Zero();
    return {parallel_sum(
                "body forces", n, [&](Index t) { return load(t).impulse; }, none),
            parallel_sum(
                "body forces", n, [&](Index t) { return load(t).angular; }, none)};
}

}  // namespace

BodyLoads pressure_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const TileField<float>& pressure, double density) {
    const ProfileScope scope("body forces");
    const double impulse_of_q = density * solids.cell() * solids.cell() * solids.cell();
    const auto count = static_cast<Index>(around.size());
    std::vector<BodyLoads> parts(static_cast<std::size_t>(count), BodyLoads(solids.bodies().size()));
    parallel_for(
        "body forces", count,
        [&](Index index) {
            const auto t = static_cast<std::size_t>(index);
            if (cells.any(index)) add_tile(tiles, around[t], index, solids, cells, pressure, impulse_of_q, parts[t]);
        },
        kTileChunk);
    BodyLoads all(solids.bodies().size());
    all.walls = sum_of_tiles(parts, kDomainWalls);
    for (std::size_t b = 0; b < all.on.size(); ++b) all.on[b] = sum_of_tiles(parts, static_cast<Index>(b));
    return all;
}

}  // namespace lamella
