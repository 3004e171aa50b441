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

}  // namespace

BodyLoads pressure_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const TileField<float>& pressure, double density) {
    const ProfileScope scope("body forces");
    const double impulse_of_q = density * solids.cell() * solids.cell() * solids.cell();
    const auto count = static_cast<Index>(around.size());
    const BodyLoads none(solids.bodies().size());
    std::vector<BodyLoads> parts(static_cast<std::size_t>((count + kTileChunk - 1) / kTileChunk), none);
    parallel_chunks("body forces", count, kTileChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (auto t = static_cast<Index>(begin); t < static_cast<Index>(end); ++t)
                            if (cells.any(t))
                                add_tile(tiles, around[static_cast<std::size_t>(t)], t, solids, cells, pressure,
                                         impulse_of_q, parts[static_cast<std::size_t>(chunk)]);
                    });
    BodyLoads all = none;
    for (const BodyLoads& part : parts) all += part;
    return all;
}

}  // namespace lamella
