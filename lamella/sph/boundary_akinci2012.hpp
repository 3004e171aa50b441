// Akinci, Ihmsen, Akinci, Solenthaler, Teschner 2012: Versatile Rigid-Fluid Coupling for Incompressible SPH.
// Solids are one layer of boundary particles. Each has the volume
//
//     V_b = gamma / sum_b' W(x_b - x_b')                                                    (eq. 4)
//
// and counts in the density and the pressure force of the fluid like a fluid particle of mass rho0 V_b
// with the pressure of its partner (eqs 6, 9).
//
// Departures: gamma is not 1 but the constant of lattice_sums.hpp, so that fluid on a lattice beside a flat
// wall has its rest density (with gamma = 1 it starts 6 % too dense at a support of two spacings). The
// layer lies half a spacing inside the solid, where the lattice of the fluid would go on. Volumes are over
// the lattice sum of W, as the volume of the fluid's particles is (sph_liquid.hpp).
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/particles/neighbour_lists.hpp>
#include <lamella/sph/sph_kernel.hpp>

#include <list>
#include <vector>

namespace lamella {

// Columns: P, v, volume, friction, body, sample: its number in the body, and rest: the position in the rest pose.
struct BoundarySet {
    explicit BoundarySet(Real support, const PeriodicBox& box) : grid(support, box) {}

    ParticleSet particles;
    NeighbourGrid grid;
    Neighbours near_fluid;  // boundary particles around each fluid particle
    NeighbourLists lists;   // the same, stored
    QuadArray places;       // x_b and V_b
    QuadArray motion;       // v_b and the friction
    bool moves = false;
    bool has_bodies = false;  // or is of the domain's walls alone
};

class BoundaryAkinci2012 {
public:
    // The samples of the bodies, and those of the domain's walls, which have neither friction nor a body.
    BoundaryAkinci2012(std::span<const Vec3> walls, std::span<const Body> bodies, Real spacing, const SphKernel& W,
                       const PeriodicBox& box);

    // Brings the moving bodies to where they are now.
    void move_to(const BodyStates& now);

    // Finds the boundary particles near the fluid; only the fluid's own cells are looked at.
    void find_near(const NeighbourGrid& fluid_grid, const Vec3Column& fluid_positions, const QuadArray& fluid_places);

    const std::list<BoundarySet>& sets() const { return sets_; }
    Real max_speed() const { return max_speed_; }
    Index particle_count() const;

private:
    void add_set(ParticleSet particles, bool moving, const BodyStates& start, Real gamma, const SphKernel& W);
    static void fill_quads(BoundarySet& set);
    void place(ParticleSet& particles, const BodyStates& now);

    PeriodicBox box_;
    std::list<BoundarySet> sets_;  // the resting one, then the moving one; either may be absent
    BoundarySet* moving_ = nullptr;
    Real max_speed_ = 0.0f;
};

}  // namespace lamella
