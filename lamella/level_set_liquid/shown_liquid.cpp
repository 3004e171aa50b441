#include <lamella/grid/trilinear.hpp>
#include <lamella/level_set_liquid/shown_liquid.hpp>

namespace lamella {
namespace {

struct Sample {
    Vec3 x, v;
};

// In cells and m/s, those of one tile.
std::vector<Sample> samples_of(const LevelSet& level_set, const FaceField& velocity, const SolidGrid& solids, Index t) {
    const LevelTiles& tiles = level_set.tiles();
    std::vector<Sample> samples;
    if (std::ranges::none_of(level_set.phi().tile(t), [](float d) { return d < 1.0f; })) return samples;
    RimmedTile<float, 1> phi, distance;
    phi.gather(level_set.phi(), tiles.near(t), LevelSet::kBand);
    distance.gather(solids.corner_distance(), tiles.near(t), 0.0f);
    RimmedFaces<1> u;
    u.gather(velocity, tiles.near(t));
    for (Index c = 0; c < 8 * kTileCells; ++c) {
        const Vec3 half = coordinates_in_tile(c / 8).cast<Real>() + 0.25f * Vec3::Ones();
        const Vec3 at = half + 0.5f * Vec3i(c & 1, c >> 1 & 1, c >> 2 & 1).cast<Real>();
        if (interpolate(phi, node_place<1>(at - Vec3::Constant(0.5f))) >= 0.0f) continue;
        if (interpolate(distance, node_place<1>(at)) <= 0.0f) continue;
        samples.push_back({at + tiles.tiles.first_cell(t).cast<Real>(), u(at)});
    }
    return samples;
}

}  // namespace

ParticleSet shown_liquid(const LevelSet& level_set, const FaceField& velocity, const SolidGrid& solids,
                         const Spray& spray, Real density) {
    std::vector<std::vector<Sample>> of_tiles(static_cast<std::size_t>(level_set.tiles().tiles.count()));
    parallel_for(
        "samples of the liquid", level_set.tiles().tiles.count(),
        [&](Index t) { of_tiles[static_cast<std::size_t>(t)] = samples_of(level_set, velocity, solids, t); },
        kTileChunk);
    Index count = 0;
    for (const auto& samples : of_tiles) count += static_cast<Index>(samples.size());
    ParticleSet shown;
    shown.resize(count + spray.count());
    auto& x = shown.add<Vec3Column>("P");
    auto& v = shown.add<Vec3Column>("v");
    auto& id = shown.add<IndexColumn>("id");
    shown.add<IndexColumn>("phase");
    auto& rho = shown.add<ScalarColumn>("density");
    std::ranges::fill(rho.span(), density);
    auto& radius = shown.add<ScalarColumn>("pscale");
    Index i = 0;
    const auto add = [&](const Vec3& place, const Vec3& speed, Real size) {
        x.set(i, place);
        v.set(i, speed);
        radius[i] = size;
        id[i] = i;
        ++i;
    };
    const auto cell = static_cast<Real>(solids.cell());
    for (const auto& samples : of_tiles)
        for (const Sample& sample : samples) add(cell * sample.x, sample.v, 0.25f * cell);
    for (Index k = 0; k < spray.count(); ++k) add(spray.place(k), spray.velocity(k), spray.radius(k));
    return shown;
}

}  // namespace lamella
