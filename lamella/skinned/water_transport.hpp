// Volume of fluid on a moving mesh (Lee et al. 2019, sections 3.2 and 3.3): each cell asks for what it can hold where
// its parts come from, each cell divides what it has among those that ask, and what nobody asked for goes forward.
//
// A cell's points are traced relative to the mesh: its part at the coordinates b was at sum b_i x_i(before) - (u - u_m)
// dt, with u_m the chord velocity of the cell's middle. The paper moves the new cell by -u dt, which is the same only
// where the mesh does not turn. u is taken half way back, (u - u_m) dt / 2 from the middle, since with the velocity at
// the end water that turns spirals inwards by (1 + w^2 dt^2)^(-1/2) a step. The parts' points are drawn anew in each
// step (jittered_parts.hpp). A way that meets the skin ends there.
//
// A cell whose volume is V asks V / 8 of each source of its open parts, whatever it holds already: too much is pushed
// out later (push_out.hpp). A source of which more is asked than it has divides it by shares.
#pragma once

#include <lamella/skinned/active_cells.hpp>

namespace lamella {

// Water that has left the mesh through its border.
struct LeavingWater {
    Vec3 position;
    WaterAmount amount;
};

class WaterTransport {
public:
    // Less than this stays in its cell instead of leaving it as a drop.
    static constexpr std::int64_t kLeastDrop = kFullCell / 64;

    // Of the water in the active cells, by their velocities; `number` is that of the step. Gives what leaves, in the
    // order of the cells.
    std::vector<LeavingWater> advance(const MeshStep& step, const ActiveCells& active, WaterCells& water,
                                      std::uint64_t number);
    std::size_t memory_bytes() const;

    // What went from cells in the sea to others in the last transport, and the other way, by the cell in the sea.
    struct Crossing {
        Index cell;
        std::int64_t out;
        WaterAmount in;
    };
    std::vector<Crossing> crossings() const;

private:
    struct Travel {
        Vec3 back, forth;       // of the parts in this step, relative to the mesh
        std::int64_t part = 0;  // capacity of one; 0: the cell is too flat and what it has is held
    };

    void plan_travels();
    Travel travel_of(Index slot) const;
    void find_sources();
    Index source_at(Index slot, const Vec4& coordinates) const;
    void sort_by_source();
    void hand_out(Index slot, std::vector<LeavingWater>& leaving);
    WaterAmount answer_requests(Index slot);
    void send_forward(Index slot, const WaterAmount& rest, std::vector<LeavingWater>& leaving);
    Index receiver_at(Index slot, const Vec4& coordinates) const;
    void give(Index from, Index to, const WaterAmount& share);
    bool in_sea(Index slot) const { return step_->in_sea(active_->cell(slot)); }
    const WaterAmount& amount(Index slot) const { return water_->amounts[active_->cell(slot)]; }
    const Vec4i& nodes(Index slot) const { return step_->mesh.tets[active_->cell(slot)]; }

    const MeshStep* step_ = nullptr;  // during a step
    const ActiveCells* active_ = nullptr;
    const WaterCells* water_ = nullptr;
    std::uint64_t number_ = 0;
    std::vector<Travel> travels_;                     // of active cells
    std::vector<Index> sources_;                      // slots, of eight parts of each; -1: none
    std::vector<Index> starts_;                       // of the requests of each wet cell
    std::vector<Index> requests_;                     // slots that ask, ascending for each source
    std::vector<WaterAmount> next_;                   // of active cells
    std::vector<WaterAmount> into_sea_, out_of_sea_;  // by slots in it; empty without a sea
};

}  // namespace lamella
