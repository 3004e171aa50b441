#include <lamella/core/profile.hpp>
#include <lamella/flip/contact_sweep.hpp>
#include <lamella/flip/stray_particles.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kRim = 3;           // cells that a particle may have moved, and the half one to the centres
constexpr Real kStray = 0.5f;       // cells from the surface
constexpr Real kFree = 1.5f;        // from here on it flies by itself
constexpr Real kLeastSlope = 0.7f;  // of the distance
constexpr float kFar = 10.0f;       // where there is no tile

}  // namespace

Index draw_in_stray_particles(const ParticleTiles& tiles, const TileField<float>& distance, Real way,
                              ParticleSet& particles) {
    const ProfileScope scope("stray particles");
    const auto cell = static_cast<Real>(tiles.cell);
    return sweep_contacts("stray particles", tiles, particles, [&](Index t, const auto& each) {
        RimmedTile<float, kRim> phi;
        phi.gather(distance, tiles.around[static_cast<std::size_t>(t)], kFar);
        each([&](Index, Vec3& position, Vec3&) {
            const NodePlace place = node_place<kRim>(tiles.in_tile(t, position) - Vec3::Constant(0.5f));
            const Real off = interpolate(phi, place);
            if (off < kStray || off > kFree) return false;
            const Vec3 slope = interpolated_gradient(phi, place);
            const Real length = slope.norm();
            if (length < kLeastSlope) return false;
            position -= std::min((off - kStray) * cell, way) / length * slope;
            return true;
        });
    });
}

}  // namespace lamella
