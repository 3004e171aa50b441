// What fur does to the water in the cells that its strands pass (Lee et al. 2019, section 5): it takes their room and
// drags on what flows through them, more across its hairs than along.
//
// The hair in a cell is cut into short pieces and counted where their middles are, outside the skin: its volume h, its
// length l and the mean of t t^T over the directions t of its pieces. With the open volume V of the cell at rest the
// share c = h / V is hair, the other 1 - c are pores, the radius of a hair is that of a cylinder of the volume h and
// the length l, and the permeabilities are those of happel1959.hpp. Pores hold less water; the paper has that, too. It
// has no law of the drag. Here water that flows through with the velocity u relative to the hair loses
//     k u,    k = nu (1 - c) / K,
// since Darcy's law, with which the permeabilities K are measured, is one of (1 - c) u. Across and along are about the
// main direction e of the mean of t t^T; where hairs are in disorder and its largest number, m, is below 1, as in
// curls,
//     k_e = m k_along + (1 - m) k_across,    k_n = (1 - m) / 2 k_along + (1 + m) / 2 k_across,
// which adds up what hairs of different directions do. In a step u becomes B u with
//     B = (1 + dt k_n)^(-1) (I - e e^T) + (1 + dt k_e)^(-1) e e^T,
// however long it is. The pressure acts through B as well (wet_pressure.hpp): else a step in which hairs stop nearly
// all would end with what the pressure gives. c is that at rest, as in the paper; e turns with the mesh.
#pragma once

#include <lamella/matter/rooted_strands.hpp>
#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_cells.hpp>

#include <string>

namespace lamella {

class FurCells {
public:
    static constexpr double kMostHair = 0.8;       // of the open volume of a cell
    static constexpr double kMostSquashed = 0.01;  // of all hair: what would go beyond that, and counts no more
    static constexpr double kMostBeyond = 1e-3;    // of all pieces: those that are in no cell

    // `viscosity` is the kinematic one, m^2/s. InputError, beginning with `name`, for strands that leave the mesh and
    // for so many that there are no pores; `spacing` is the unit of the thickness that would do.
    FurCells(const SkinnedTets& mesh, const RootedStrands& fur, double viscosity, double spacing,
             const std::string& name);

    // Of the open part of every cell what water can have.
    const std::vector<Real>& pores() const { return pores_; }
    bool has(Index cell) const { return rows_[cell] >= 0; }
    Index count() const { return static_cast<Index>(hairs_.size()); }
    double hair_volume() const { return volume_; }  // in cells, m^3

    // B of a cell that has hair.
    Mat3 slowed(const MeshStep& step, Index cell) const;
    void drag(const MeshStep& step, WaterCells& water) const;

    std::size_t memory_bytes() const {
        return pores_.capacity() * sizeof(Real) + rows_.capacity() * sizeof(Index) + hairs_.capacity() * sizeof(Hair);
    }

private:
    struct Hair {
        Vec3 rates;                        // of the coordinates of nodes 1 to 3 along e
        Real along = 0.0f, across = 0.0f;  // k, 1/s
    };

    std::vector<Real> pores_;
    std::vector<Index> rows_;  // of all cells; -1: there is no hair
    std::vector<Hair> hairs_;
    double volume_ = 0.0;
};

}  // namespace lamella
