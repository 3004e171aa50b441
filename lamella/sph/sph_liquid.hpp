// The liquid that all pressure solvers and forces of SPH work on: particles in cell order, their
// neighbours, the solids near them, and the constants of the discretisation.
#pragma once

#include <lamella/matter/liquid_setup.hpp>
#include <lamella/matter/solid_distance.hpp>
#include <lamella/particles/neighbour_lists.hpp>
#include <lamella/sph/boundary_akinci2012.hpp>
#include <lamella/sph/contact/rigid_coupling_gissler2019.hpp>
#include <lamella/sph/lattice_sums.hpp>
#include <lamella/sph/wall_push.hpp>

namespace lamella {

// Columns: P, v, id, phase, density, acceleration, pressure.
struct SphLiquid {
    // Its particles are not taken from the setup.
    SphLiquid(const LiquidSetup& setup, const SphKernel& kernel_, std::span<const Vec3> walls,
              std::span<const Body> bodies)
        : spacing(setup.spacing),
          support(kernel_.h),
          kernel(kernel_),
          rest_density(common_density(setup.materials)),
          volume(spacing * spacing * spacing / lattice_sums(spacing, kernel_).density),
          expected_speed(setup.expected_speed),
          gravity(setup.gravity.norm()),
          materials(setup.materials),
          grid(kernel_.h, setup.domain.periodic),
          boundary(walls, bodies, spacing, kernel_, setup.domain.periodic),
          solids(setup.domain, bodies),
          push(bodies.size(), setup.probed.wall_loads),
          make_surface(setup.carried_surface) {}

    const Vec3Column& positions() const { return particles.positions(); }
    Index size() const { return particles.size(); }

    // Brings particles and bodies into order and finds who is near whom.
    void find_neighbours(const BodyStates& now);

    // rho_i = rho0 (sum_j V W_ij + sum_b V_b W_ib) (Yu 2011 eq. 3.20; Akinci 2012 eq. 6), and in the same pass
    // what the methods read: `motion` and `response`.
    void compute_density();

    // Copies the velocities into `motion`, and back: for the forces, and for a step that has to be tried again.
    void keep_velocities();
    void restore_velocities();

    // Puts a number of each particle beside its place, for sums over the lists.
    void carry(std::span<const Real> numbers);

    Real spacing;
    Real support;         // h: the kernel is zero from here on
    SphKernel kernel;     // W
    Real rest_density;    // rho0, of all materials
    Real volume;          // V: spacing^3 over the lattice sum of W, so that a lattice at rest has rho0 at any support
    Real expected_speed;  // of the fastest liquid
    Real gravity;         // its size
    PhaseMaterials materials;
    ParticleSet particles;
    NeighbourGrid grid;
    Neighbours neighbours;
    NeighbourLists lists;
    QuadArray places;    // x, and the number that the sum at hand carries
    QuadArray motion;    // v, and rho / rho0
    QuadArray response;  // sum_b V_b grad W_ib, and S_i (sph_operators.hpp)
    BoundaryAkinci2012 boundary;
    SolidDistance solids;
    WallPush push;
    RigidCouplingGissler2019 coupling;  // of bodies that answer to the pressure
    CarriedSurfaceMaker make_surface;   // or null
};

}  // namespace lamella
