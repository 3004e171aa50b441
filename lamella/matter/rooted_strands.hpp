// Strands that grow on a skin: fur.
#pragma once

#include <lamella/geometry/strands.hpp>

namespace lamella {

// A point of a skin: weights of the corners of one of its triangles.
struct StrandRoot {
    Index triangle = 0;
    Vec3 weights = Vec3::Zero();
};

// At rest, with the columns P and pscale. The volume of a strand is that of its tube.
struct RootedStrands {
    Strands strands;
    std::vector<StrandRoot> roots;  // of each strand
    Real hairs = 1.0f;              // that each of them stands for: together they have its cross section
};

}  // namespace lamella
