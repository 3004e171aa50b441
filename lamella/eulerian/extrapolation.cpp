#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/extrapolation.hpp>

namespace lamella {
namespace {

// One layer in one tile; reads the layer before, so that the order of the tiles does not matter.
void extend_tile(const RimmedTile<float, 1>& value, const RimmedTile<std::uint8_t, 1>& known, std::span<float> values,
                 std::span<std::uint8_t> flags) {
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        if (flags[c]) return;
        float sum = 0.0f;
        int count = 0;
        for (const std::size_t along : kAlong)
            for (const std::size_t n : {at - along, at + along}) {
                if (!known.values[n]) continue;
                sum += value.values[n];
                ++count;
            }
        if (count == 0) return;
        values[c] = sum / static_cast<float>(count);
        flags[c] = 1;
    });
}

}  // namespace

void extrapolate(const TileSet& tiles, const std::vector<TilesAround>& around, Index layers, FaceField& field,
                 FaceFlags& known) {
    const ProfileScope scope("extrapolate");
    for (std::size_t a = 0; a < 3; ++a)
        for (Index layer = 0; layer < layers; ++layer) {
            const TileField<float> before = field[a];
            const TileField<std::uint8_t> known_before = known[a];
            parallel_for(
                "extrapolate a layer", tiles.count(),
                [&](Index t) {
                    const auto flags = known_before.tile(t);
                    if (std::ranges::find(flags, 0) == flags.end()) return;
                    RimmedTile<float, 1> value;
                    RimmedTile<std::uint8_t, 1> near;
                    value.gather(before, around[static_cast<std::size_t>(t)], 0.0f);
                    near.gather(known_before, around[static_cast<std::size_t>(t)], 0);
                    extend_tile(value, near, field[a].tile(t), known[a].tile(t));
                },
                kTileChunk);
        }
}

}  // namespace lamella
