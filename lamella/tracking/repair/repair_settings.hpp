// What a topology repair is told, and what it tells.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <span>
#include <vector>

namespace lamella {

struct RepairSettings {
    Real cell = 0.0f;           // m, the target edge length
    Real depth = 0.35f;         // cells; phi contradicts the mesh at a node from this depth on
    int reach = 1;              // nodes around the ends of crossed grid edges at which phi is asked for, 0 or 1
    bool check_normals = true;  // phi is also asked for at every vertex; a tracker that has its gradients there adds
                                // the vertices that look the wrong way to the failed places instead
    Real satellite = 0.8f;  // cells^3; smaller closed parts go if phi does not confirm them (0.1 d^3 for d = 2 cells)
    int attempts = 3;       // with other grids, before all is extracted anew
    std::span<const Vec3> watch;  // places whose cells' nodes are looked at as well: births far from the mesh
};

// Where the data of a new vertex come from: of `count` older ones, by weights that sum to 1. Entries are in the order
// of the vertices' making, so parents may be new ones. A vertex without parents was born away from all old surface, and
// its data are zero.
struct RepairOrigin {
    Index vertex = -1;
    Index count = 0;
    std::array<Index, 3> parents{-1, -1, -1};
    std::array<Real, 3> weights{};  // falling
};

struct RepairReport {
    Index repairs = 0;   // 1 if cells were filled
    Index cells = 0;     // that were filled
    Index seeds = 0;     // cells from which they grew
    Index rounds = 0;    // clips until no rim closed within one face
    Index attempts = 0;  // grids that were tried; one is usual
    Index replaced = 0;  // vertices that went with the old part; those of the new one are the patch
    Index satellites = 0;
    bool emergency = false;  // all was extracted anew from phi
    std::vector<RepairOrigin> origins;
    std::vector<Index> patch;   // vertices that the fill made, ascending
    std::vector<Index> active;  // the patch, what the clip made beside it, and two rings, ascending: to be remeshed
};

}  // namespace lamella
