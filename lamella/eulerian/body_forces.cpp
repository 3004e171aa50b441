#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/body_forces.hpp>
#include <lamella/eulerian/open_shares.hpp>

namespace lamella {
namespace {

// What acts on one body, over all tiles.
BodyLoad sum_of_tiles(std::vector<BodyLoads>& tiles, Index body) {
    std::vector<BodyLoad> loads;
    for (BodyLoads& tile : tiles) loads.push_back(tile.of(body));
    return exact_sum(loads);
}

// The open shares of a tile, and what they are if the bodies that answer close nothing.
struct TileShares {
    OpenShares open, given;

    TileShares(const TileSet& tiles, Index t, const TilesAround& around, const SolidGrid& solids,
               std::span<const Index> answering) {
        for (std::size_t a = 0; a < 3; ++a) open[a].gather(solids.open_share()[a], around, 0.0f);
        given = open;
        AnsweringFaces faces;
        if (answering.empty() || !faces.find(tiles, t, around, solids, answering)) return;
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t at = 0; at < given[a].values.size(); ++at)
                given[a].values[at] += faces.share[a].values[at];
    }
};

// Calls add(tile, its shares, loads) for the tiles with liquid, and sums the loads.
template <class Add>
BodyLoads sum_over_tiles(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, Add&& add) {
    const ProfileScope scope("body forces");
    const auto count = static_cast<Index>(around.size());
    const std::vector<Index> answering = solids.answering_bodies();
    std::vector<BodyLoads> parts(static_cast<std::size_t>(count), BodyLoads(solids.bodies().size()));
    parallel_for(
        "body forces", count,
        [&](Index t) {
            if (!cells.any(t)) return;
            const TileShares shares(tiles, t, around[static_cast<std::size_t>(t)], solids, answering);
            add(t, shares, parts[static_cast<std::size_t>(t)]);
        },
        kTileChunk);
    BodyLoads all(solids.bodies().size());
    all.walls = sum_of_tiles(parts, kDomainWalls);
    for (std::size_t b = 0; b < all.on.size(); ++b) all.on[b] = sum_of_tiles(parts, static_cast<Index>(b));
    return all;
}

// An impulse at a point, on the solid that is nearest to `towards`.
void push(const SolidGrid& solids, const Vec3& at, const Vec3& towards, const Vec3d& impulse, BodyLoads& loads) {
    loads.of(solids.nearest_given_body(towards)) += {impulse, cross(at.cast<double>(), impulse)};
}

double mass_of_cell(const SolidGrid& solids, double density) {
    return density * solids.cell() * solids.cell() * solids.cell();
}

}  // namespace

BodyLoads pressure_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const TileField<float>& pressure, double density) {
    const auto half = static_cast<Real>(0.5 * solids.cell());
    return sum_over_tiles(tiles, around, solids, cells, [&](Index t, const TileShares& shares, BodyLoads& loads) {
        const auto q = pressure.tile(t);
        const auto liquid = cells.liquid.tile(t);
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (!liquid[c] || q[c] == 0.0f) return;
            const Vec3 area = open_area(shares.given, at);
            const Real length = area.norm();
            if (length == 0.0f) return;
            const Vec3 centre = centre_of_cell(tiles, solids.cell(), t, c);
            push(solids, centre, centre - half / length * area,
                 -mass_of_cell(solids, density) * q[c] * area.cast<double>(), loads);
        });
    });
}

BodyLoads stopping_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const FaceField& velocity, double density) {
    const auto half = static_cast<Real>(0.5 * solids.cell());
    const double area_mass = density * solids.cell() * solids.cell();
    return sum_over_tiles(tiles, around, solids, cells, [&](Index t, const TileShares& shares, BodyLoads& loads) {
        const auto liquid = cells.liquid.tile(t);
        std::array<RimmedTile<float, 1>, 3> u;
        for (std::size_t a = 0; a < 3; ++a) u[a].gather(velocity[a], around[static_cast<std::size_t>(t)], 0.0f);
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (!liquid[c]) return;
            const Vec3 area = open_area(shares.given, at);
            const Real length = area.norm();
            if (length == 0.0f) return;
            const Vec3 centre = centre_of_cell(tiles, solids.cell(), t, c);
            const Vec3 towards = centre - half / length * area;
            const Vec3 change = velocity_at(shares.open, u, at) - solids.given_velocity(towards);
            const double lost = area_mass * solids.distance(centre) * area.dot(change) / length;
            push(solids, centre, towards, lost * area.cast<double>(), loads);
        });
    });
}

}  // namespace lamella
