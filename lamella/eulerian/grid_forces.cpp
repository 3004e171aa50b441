#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/grid_forces.hpp>

namespace lamella {

void add_gravity(const Vec3& gravity, double dt, FaceField& velocity) {
    for (std::size_t a = 0; a < 3; ++a) {
        const Real change = static_cast<Real>(dt) * gravity[static_cast<int>(a)];
        if (change == 0.0f) continue;
        parallel_for(
            "gravity", static_cast<Index>(velocity[a].values().size() / kTileCells),
            [&](Index t) {
                for (float& u : velocity[a].tile(t)) u += change;
            },
            kTileChunk);
    }
}

void add_force_fields(const ForceFields& forces, const TileSet& tiles, double cell, double time, double dt,
                      FaceField& velocity) {
    if (forces.none()) return;
    const auto step = static_cast<Real>(dt);
    for (int a = 0; a < 3; ++a)
        parallel_for(
            "force fields", tiles.count(),
            [&](Index t) {
                const auto u = velocity[static_cast<std::size_t>(a)].tile(t);
                for (Index c = 0; c < kTileCells; ++c) {
                    const Vec3 place = (tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>();
                    const Vec3 x = static_cast<Real>(cell) * (place + face_offset(a));
                    float& along = u[static_cast<std::size_t>(c)];
                    along += step * forces.acceleration(x, along * Vec3::Unit(a), time)[a];
                }
            },
            kTileChunk);
}

}  // namespace lamella
