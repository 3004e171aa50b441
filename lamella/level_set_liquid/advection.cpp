#include <lamella/core/profile.hpp>
#include <lamella/grid/tricubic.hpp>
#include <lamella/level_set_liquid/advection.hpp>

namespace lamella {
namespace {

constexpr Index kRim = 4;
using Values = RimmedTile<float, kRim>;

bool holds_cubic(const Vec3i& base) { return base.minCoeff() >= 1 - kRim && base.maxCoeff() <= kTileWidth + kRim - 3; }

// At `at` in nodes; value(x, y, z) gives a node.
template <bool Limited, class Value>
Real cubic(const Vec3i& base, const Vec3& fraction, Value&& value) {
    const Real sum = tricubic(base, fraction, value);
    if constexpr (!Limited) return sum;
    Real least = value(base.x(), base.y(), base.z()), most = least;
    for (Index k = 0; k < 8; ++k) {
        const Real v = value(base.x() + (k & 1), base.y() + (k >> 1 & 1), base.z() + (k >> 2));
        least = std::min(least, v);
        most = std::max(most, v);
    }
    return std::clamp(sum, least, most);
}

template <bool Limited>
Real value_before(const Values& near, const LevelTiles& tiles, Index t, const TileField<float>& field, float missing,
                  const Vec3& at) {
    const Vec3i base = at.array().floor().matrix().cast<Index>();
    const Vec3 fraction = at - base.cast<Real>();
    if (holds_cubic(base))
        return cubic<Limited>(base, fraction, [&](Index x, Index y, Index z) { return near.at(x, y, z); });
    const Vec3i first = tiles.tiles.first_cell(t);
    return cubic<Limited>(base, fraction, [&](Index x, Index y, Index z) {
        return field.at(tiles.tiles, first + Vec3i(x, y, z), missing);
    });
}

bool has_below(std::span<const float> values, float level) {
    return std::ranges::any_of(values, [&](float value) { return value < level; });
}

}  // namespace

Vec3 FacesAround::far(const Vec3& at) const {
    return interpolate_faces(tiles_.tiles, tiles_.tiles.first_cell(tile_), field_, at);
}

TileField<float> advected_level(const LevelTiles& tiles, const TileField<float>& phi, float band,
                                const FaceField& velocity, Real steps) {
    const ProfileScope scope("advect level");
    TileField<float> result = phi;
    parallel_chunks("advect level", tiles.tiles.count(), kTileChunk,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        FacesAround u(tiles, velocity);
                        Values near;
                        for (auto t = static_cast<Index>(begin); t < static_cast<Index>(end); ++t) {
                            near.gather(phi, tiles.near(t), band);
                            const auto [least, most] = std::ranges::minmax(near.values);
                            if (least >= band || most <= -band) continue;
                            u.enter(t);
                            for (Index c = 0; c < kTileCells; ++c) {
                                const Vec3 x = coordinates_in_tile(c).cast<Real>() + Vec3::Constant(0.5f);
                                const Vec3 from = u.before(x, steps) - Vec3::Constant(0.5f);
                                const Real value = value_before<false>(near, tiles, t, phi, band, from);
                                result.tile(t)[static_cast<std::size_t>(c)] = std::clamp(value, -band, band);
                            }
                        }
                    });
    return result;
}

FaceField advected_velocity(const LevelTiles& tiles, const TileField<float>& phi, float band, const FaceField& velocity,
                            Real steps) {
    const ProfileScope scope("advect velocity");
    FaceField result = velocity;
    parallel_chunks("advect velocity", tiles.tiles.count(), kTileChunk,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        FacesAround u(tiles, velocity);
                        Values near;
                        for (auto t = static_cast<Index>(begin); t < static_cast<Index>(end); ++t) {
                            if (!has_below(phi.tile(t), band)) continue;
                            u.enter(t);
                            for (int a = 0; a < 3; ++a) {
                                const auto axis = static_cast<std::size_t>(a);
                                near.gather(velocity[axis], tiles.near(t), 0.0f);
                                for (Index c = 0; c < kTileCells; ++c) {
                                    const Vec3 x = coordinates_in_tile(c).cast<Real>() + face_offset(a);
                                    const Vec3 from = u.before(x, steps) - face_offset(a);
                                    result[axis].tile(t)[static_cast<std::size_t>(c)] =
                                        value_before<true>(near, tiles, t, velocity[axis], 0.0f, from);
                                }
                            }
                        }
                    });
    return result;
}

}  // namespace lamella
