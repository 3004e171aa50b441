// The tetrahedra around a character that carry water (Lee, Hyde, Li, Fedkiw 2019, section 3.1): a lattice that fills
// the character and a layer around it, in the pose in which its skin was bound, refined regularly.
//
// The lattice is bent as the skin is (lattice_rig.hpp). Nodes of the refinement stay in the middle of their two
// parents, so that the eight parts of a cell share its volume evenly in every pose. Distances to the skin are those at
// rest and go with the mesh: what is open and what is solid never changes, and water cannot leak where a skin slips by
// a rounding. Stretched regions measure distances in their own, stretched, units.
#pragma once

#include <lamella/geometry/signed_distance.hpp>
#include <lamella/skinned/bcc_lattice.hpp>

#include <bit>
#include <cstdint>
#include <functional>

namespace lamella {

struct SkinnedTetsOptions {
    double cell = 0.02;       // long edge of the finest cells, m
    int refinements = 1;      // the lattice's cells are 2^refinements as long
    double thickness = 0.08;  // of the layer around the skin, m
};

struct SkinnedTets {
    static constexpr double kMostCells = 2e7;

    TetMesh lattice;  // at rest
    std::vector<Real> lattice_distances;
    std::vector<std::vector<Midpoint>> refinements;  // of the lattice's nodes, and so on

    // Of the finest cells.
    std::vector<Vec4i> tets;
    std::vector<Vec4i> neighbours;         // behind the face opposite each node; -1: none
    std::vector<Index> first_of_lattice;   // those in a cell of the lattice, and their end
    std::vector<Real> node_distances;      // to the skin, m, negative inside
    std::vector<std::uint8_t> open_parts;  // which of its eight parts (kRedChildren) lie outside the skin, a bit each
    std::vector<Real> pores;               // share of its open parts that water can have; empty: all of it
    double cell = 0.0;                     // m

    Index tet_count() const { return static_cast<Index>(tets.size()); }
    double rest_volume() const { return cell * cell * cell / 12.0; }
    bool solid(Index tet) const { return open_parts[tet] == 0; }
    int open_count(Index tet) const { return std::popcount(open_parts[tet]); }
    // A cell that the skin cuts.
    bool cut(Index tet) const;
    Real pore(Index tet) const { return pores.empty() ? 1.0f : pores[static_cast<std::size_t>(tet)]; }
    Real distance(Index tet) const;  // of its middle

    std::vector<Vec3> positions(std::span<const Vec3> lattice_positions) const;
    std::vector<Vec3> rest_positions() const { return positions(lattice.positions); }
    // Values at the lattice's nodes, as straight lines between them.
    std::vector<Real> node_values(std::span<const Real> lattice_values) const;

    std::size_t memory_bytes() const;
};

// Around a closed skin. InputError, beginning with `name`, for a skin that is open, and for more than kMostCells cells,
// with the cell that would fit.
SkinnedTets make_skinned_tets(const MeshDistance& skin, const SkinnedTetsOptions& options, const std::string& name);

// The same around a solid that is given by its distance, negative inside, exact within the thickness and a cell of the
// lattice more, and called from several threads.
SkinnedTets make_skinned_tets(const std::function<Real(const Vec3&)>& distance, const Box3& bounds,
                              const SkinnedTetsOptions& options, const std::string& name);

// The same in a box without a skin: all is open, and distances are those from the middle, so that what is too much has
// somewhere to go.
SkinnedTets make_open_tets(const Box3& box, double cell, int refinements);

// Cells with at most `share` of the volume that they have at rest: they are too flat or turned inside out.
inline constexpr double kDegenerateShare = 0.05;
Index degenerate_count(const SkinnedTets& mesh, std::span<const Vec3> positions, double share = kDegenerateShare);

}  // namespace lamella
