// Tetrahedra that several tests of this folder share.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>

#include <algorithm>
#include <array>

namespace lamella::test {

// A block of cubes, each cut into the six tetrahedra around its long diagonal (Kuhn's cut), with jittered nodes.
inline TetMesh kuhn_block(const Vec3i& cubes, Real jitter = 0.0f) {
    TetMesh mesh;
    const Vec3i n = cubes.array() + 1;
    const auto node = [&](const Vec3i& at) { return at.x() + n.x() * (at.y() + n.y() * at.z()); };
    for (Index z = 0; z < n.z(); ++z)
        for (Index y = 0; y < n.y(); ++y)
            for (Index x = 0; x < n.x(); ++x)
                mesh.positions.push_back(Vec3i(x, y, z).cast<Real>() +
                                         jitter * random_in_cube(5, 0, mesh.positions.size()));
    for (Index z = 0; z < cubes.z(); ++z)
        for (Index y = 0; y < cubes.y(); ++y)
            for (Index x = 0; x < cubes.x(); ++x) {
                std::array<int, 3> axes{0, 1, 2};
                do {
                    Vec3i at(x, y, z);
                    Vec4i tet(node(at), 0, 0, 0);
                    for (int k = 0; k < 3; ++k) {
                        at[axes[k]] += 1;
                        tet[k + 1] = node(at);
                    }
                    const bool odd = (axes[0] > axes[1]) ^ (axes[0] > axes[2]) ^ (axes[1] > axes[2]);
                    if (odd) std::swap(tet[2], tet[3]);
                    mesh.tets.push_back(tet);
                } while (std::next_permutation(axes.begin(), axes.end()));
            }
    return mesh;
}

// Without about that share of its cells; nodes stay.
inline TetMesh with_holes(TetMesh mesh, Real share, std::uint64_t seed) {
    std::uint64_t cell = 0;
    std::erase_if(mesh.tets, [&](const Vec4i&) { return random_unit(seed, 0, cell++) < share; });
    return mesh;
}

}  // namespace lamella::test
