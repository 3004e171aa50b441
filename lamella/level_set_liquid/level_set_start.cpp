#include <lamella/eulerian/liquid_cells.hpp>
#include <lamella/level_set_liquid/level_set_start.hpp>

namespace lamella {
namespace {

constexpr float kParticlesPerCell = 8.0f;

TileSet tiles_around(const Vec3Column& x, double cell) {
    std::vector<Vec3i> tiles;
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3i tile = tile_of_cell((x[i].cast<double>() / cell).array().floor().matrix().cast<Index>());
        if (tiles.empty() || tile != tiles.back()) tiles.push_back(tile);
    }
    return TileSet(tiles).dilated();
}

// Adds value * weight to the eight values around a place, in cells; `offset` is where values lie in their cells.
template <class Add>
void scatter(const TileSet& tiles, const Vec3d& at, const Vec3& offset, Add&& add) {
    const Vec3d place = at - offset.cast<double>();
    const Vec3i base = place.array().floor().matrix().cast<Index>();
    for_each_corner({base, (place - base.cast<double>()).cast<Real>()}, [&](const Vec3i& cell, const Vec3& o) {
        const Vec3i tile = tile_of_cell(cell);
        const Vec3i in = cell - kTileWidth * tile;
        const Vec3 weight = Vec3::Ones() - o.cwiseAbs();
        add(tiles.find(tile), static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z())), weight.prod());
    });
}

}  // namespace

LevelSetStart level_set_start(const ParticleSet& particles, double cell, SolidGrid& solids) {
    const Vec3Column& x = particles.positions();
    const auto& v = particles.get<Vec3Column>("v");
    LevelSetStart start;
    start.tiles = LevelTiles(tiles_around(x, cell));
    const TileSet& tiles = start.tiles.tiles;
    solids.update(tiles, start.tiles.around, solids.states());
    TileField<float> fullness(tiles, 0.0f);
    assign(start.velocity, tiles, 0.0f);
    FaceField weights = start.velocity;
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3d at = x[i].cast<double>() / cell;
        scatter(tiles, at, Vec3::Constant(0.5f),
                [&](Index t, std::size_t c, Real w) { fullness.tile(t)[c] += w / kParticlesPerCell; });
        for (int a = 0; a < 3; ++a)
            scatter(tiles, at, face_offset(a), [&](Index t, std::size_t c, Real w) {
                start.velocity[static_cast<std::size_t>(a)].tile(t)[c] += w * v[i][a];
                weights[static_cast<std::size_t>(a)].tile(t)[c] += w;
            });
    }
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t c = 0; c < weights[a].values().size(); ++c)
            if (weights[a].values()[c] > 0.0f) start.velocity[a].values()[c] /= weights[a].values()[c];
    const TileField<float> room = room_for_liquid(tiles, start.tiles.around, solids);
    start.phi.assign(tiles, 1.0f);
    for (std::size_t c = 0; c < fullness.values().size(); ++c)
        start.phi.values()[c] = level_of_fullness(fullness.values()[c] / std::max(room.values()[c], 0.125f));
    return start;
}

}  // namespace lamella
