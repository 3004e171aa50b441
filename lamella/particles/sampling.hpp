// Particles on a lattice inside a volume, one per spacing^3 whatever the lattice.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/function_ref.hpp>
#include <lamella/core/vec.hpp>

#include <cstdint>
#include <vector>

namespace lamella {

// cubic: simple cubic. hexagonal: hexagonal close packing (hcp, layers ABAB along y); its nearest
// neighbours are 2^(1/6) spacings apart.
enum class Lattice { cubic, hexagonal };
template <>
inline constexpr auto enum_words<Lattice> = std::array{"cubic", "hexagonal"};

struct Jitter {
    Real amount = 0.0f;  // each point moves by less than this many spacings along each axis
    std::uint64_t seed = 0;
};

// The lattice points, starting half a spacing inside the lowest corner of `bounds`, whose distance to the
// surface and to the bounds is at least half a spacing (less 2 % of a spacing for rounding): a box whose
// edges are n spacings holds n^3 particles on the cubic lattice. Ordered by z, y, x of the lattice. The
// jitter is applied afterwards. signed_distance (negative inside) is called from several threads.
std::vector<Vec3> sample_volume(FunctionRef<Real(const Vec3&)> signed_distance, const Box3& bounds, Real spacing,
                                Lattice lattice = Lattice::cubic, const Jitter& jitter = {});

}  // namespace lamella
