// Velocities from particles to the faces of the grid and back.
//
// To the grid, for each face at x:  u(x) = sum_i m_i u_i(x) W(p_i - x) / sum_i m_i W(p_i - x)     (Ando 2011, eq. 1)
//   flip, pic: W is trilinear, one cell wide to each side, u_i(x) = u_i;
//   apic:      the same W, u_i(x) = u_i + C_i (x - p_i) (Jiang et al. 2015);
//   ando2011:  W_sharp(r) = h^2 / r^2 - 1 within h = one particle spacing (eq. 3).
// Departures from eq. 3: r^2 is at least (1e-3 h)^2, and instead of picking the nearest particle where no particle is
// within h, every particle within a cell has the additional weight 1e-4 (h/r)^8, in which the nearest one prevails:
// nothing jumps when another becomes the nearest.
//
// Back, with u the grid's new velocity and du its change:
//   u_i <- s (u_i + du(p_i)) + (1 - s) u(p_i),   s the share of FLIP                                    (eq. 6)
//   apic: u_i <- u(p_i), and C_i the derivative of the interpolation.
#pragma once

#include <lamella/flip/particle_sides.hpp>
#include <lamella/flip/tile_particles.hpp>
#include <lamella/flip/transfer_parameters.hpp>
#include <lamella/grid/face_field.hpp>

#include <cstdint>
#include <optional>

namespace lamella {

// The tiles around the particles, cells of width `cell`.
struct ParticleTiles {
    ParticleTiles(const NeighbourGrid& cells, double cell_width);

    double cell;
    TileSet tiles;
    std::vector<TilesAround> around;
    TileParticles particles;
    ParticleSides sides;  // where there are thin walls
    // A position in cells from the lowest corner of tile t.
    Vec3 in_tile(Index t, const Vec3& p) const {
        return (p.cast<double>() / cell - tiles.first_cell(t).cast<double>()).cast<Real>();
    }
};

// What particles give to the grid.
struct GridSamples {
    FaceField velocity;
    std::array<TileField<std::uint8_t>, 3> known;  // where a particle was near enough to give a velocity
    // Mass around each cell's centre, weighted with a trilinear kernel one cell wide, over that of a full grid.
    TileField<float> fullness;
};

// The columns that a transfer keeps on the particles.
void add_columns(const TransferMethod& method, ParticleSet& particles);

// Reads P, v, the masses and, for apic, the columns affine_x, affine_y, affine_z: the rows of C.
void to_grid(const TransferMethod& method, const ParticleTiles& tiles, const ParticleSet& particles,
             GridSamples& samples);

// A trilinear field of face velocities that can be asked everywhere: fast in one tile and around it.
class VelocitySampler {
public:
    VelocitySampler(const ParticleTiles& tiles, const FaceField& field) : tiles_(tiles), field_(field) {}

    void enter(Index t) { near_.gather(field_, tiles_.around[static_cast<std::size_t>(tile_ = t)]); }
    // `at` in cells from the lowest corner of the tile that was entered.
    Vec3 operator()(const Vec3& at) const {
        if (held_) return *held_;
        return RimmedFaces<kRim>::holds(at) ? near_(at) : far(at);
    }
    // The same velocity everywhere, until it is taken away.
    void hold(const std::optional<Vec3>& velocity) { held_ = velocity; }
    const RimmedFaces<2>& near() const { return near_; }

private:
    static constexpr Index kRim = 2;

    Vec3 far(const Vec3& at) const;

    const ParticleTiles& tiles_;
    const FaceField& field_;
    Index tile_ = 0;
    RimmedFaces<kRim> near_;
    std::optional<Vec3> held_;
};

struct FromGrid {
    const TransferMethod& method;
    const ParticleTiles& tiles;
    const FaceField& velocity;
    const FaceField& change;  // since to_grid
};

// Gives the particles their new velocity and calls move(i, its place in the tile, velocity around it) for each.
using MoveParticle = FunctionRef<void(Index i, const Vec3& at, const VelocitySampler& velocity)>;
void to_particles(const FromGrid& grid, ParticleSet& particles, MoveParticle move);

}  // namespace lamella
