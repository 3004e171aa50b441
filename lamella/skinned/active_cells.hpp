// The cells that a step looks at: those with water and some layers around them, with a velocity each. Dry ones take the
// mean of their neighbours in the layers before (Lee et al. 2019, section 3.3); beyond the layers water would go with
// the mesh.
#pragma once

#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_cells.hpp>

namespace lamella {

class ActiveCells {
public:
    explicit ActiveCells(const SkinnedTets& mesh) : slots_(mesh.tets.size(), -1) {}

    static constexpr int kLayers = 3;            // around water that rests
    static constexpr double kLayersACell = 3.0;  // more of them for each long edge that it goes in the step
    static constexpr int kMostLayers = 60;

    void find(const MeshStep& step, const WaterCells& water);
    void extrapolate(const SkinnedTets& mesh, const WaterCells& water);

    Index count() const { return static_cast<Index>(cells_.size()); }
    Index wet_count() const { return groups_.front(); }  // they come first
    Index cell(Index slot) const { return cells_[slot]; }
    Index slot(Index cell) const { return slots_[cell]; }  // -1: not active
    const Vec3& velocity(Index slot) const { return velocities_[slot]; }
    void set_velocity(Index slot, const Vec3& u) { velocities_[slot] = u; }
    std::size_t memory_bytes() const {
        return (slots_.capacity() + cells_.capacity()) * sizeof(Index) + velocities_.capacity() * sizeof(Vec3);
    }

private:
    std::vector<Index> slots_;      // of all cells
    std::vector<Index> cells_;      // wet ones, then groups of dry ones with as many layers to go
    std::vector<Index> groups_{0};  // where they end
    std::vector<Vec3> velocities_;
};

}  // namespace lamella
