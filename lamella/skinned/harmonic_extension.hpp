// Values at the nodes of tetrahedra that are given at some and harmonic at the others:
//     sum over edges (i, j) of (w_i - w_j) = 0
// at each node i that is free. Solved by conjugate gradients with the diagonal as preconditioner.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/linear/conjugate_gradient.hpp>

#include <cstdint>

namespace lamella {

class HarmonicExtension {
public:
    // A node is free where `given` is 0.
    HarmonicExtension(const TetMesh& mesh, std::span<const std::uint8_t> given);

    // From a guess at the free nodes, in place.
    ConjugateGradientResult solve(std::span<double> values);

private:
    void apply(std::span<const double> x, std::span<double> y) const;

    std::vector<Index> nodes_;   // that are free
    std::vector<Index> starts_;  // of the neighbours of each free node
    std::vector<Index> others_;  // a free node by its number among them, or ~node of a given one
    ConjugateGradient<double> solver_;
};

}  // namespace lamella
