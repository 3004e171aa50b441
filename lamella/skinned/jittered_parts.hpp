// One point in each of the eight parts of a cell, drawn anew in every step: points that stay lock water in place when
// it moves less than to the next face in a step, and turn its way where it does not.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/skinned/bcc_lattice.hpp>

#include <algorithm>

namespace lamella {

// Coordinates of the middle of a part.
Vec4 middle_of_part(int part);

class JitteredParts {
public:
    // The same for a cell and a step, whatever else there is.
    JitteredParts(Index cell, std::uint64_t step)
        : seed_(splitmix64(splitmix64(step) ^ static_cast<std::uint64_t>(cell))) {}

    Vec4 operator()(int part) const;

private:
    std::uint64_t seed_;
};

}  // namespace lamella
