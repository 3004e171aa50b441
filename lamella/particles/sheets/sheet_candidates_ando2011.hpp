// Where a thin sheet has room for another particle (Ando, Tsuruno 2011, section 4.2): midway between two thin
// particles i and j that move apart,
//
//     |p_j - p_i| <= a10 d,   nobody within a9 d of the midpoint,   (p_j - p_i) . (u_j - u_i) > 0          (12)
//
// with a9 = 0.8 and a10 = 3.5. The paper also asks for |p_j - p_i| >= a9 d; but i and j are somebody, so that it is
// 2 a9 d or more anyway. The emptiest place comes first (13): we add the densities at both ends where the paper takes
// the one at the midpoint, which needs a search of its own.
//
// A frame of particles without velocities cannot tell whether i and j move apart. There both must see each other in the
// plane of their own sheet instead, and these planes must agree:
//
//     |n_i . n_j| >= 0.8,   |n_i . (p_j - p_i)| and |n_j . (p_j - p_i)| <= |p_j - p_i| / 2.
#pragma once

#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>

#include <vector>

namespace lamella {

inline constexpr Real kSheetRoom = 0.8f;  // a9, in spacings

struct SheetCandidate {
    Vec3 place = Vec3::Zero();  // the midpoint, within the period
    Index first = 0;            // rows; this one has the smaller id
    Index second = 0;
    Index filling = 0;  // of both together, in steps of 2^-16
};

// Reads P, id, filling, stretch, the masses, and v or, without it, `normal`. In the order of their fillings, then ids.
// A particle is thin when its stretch is at most `flatness`; only those with `least_mass` units and more are split.
std::vector<SheetCandidate> find_candidates(const NeighbourGrid& grid, const ParticleSet& particles, Real spacing,
                                            Real flatness, Index least_mass);

}  // namespace lamella
