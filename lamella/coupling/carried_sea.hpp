// A sea and the water that one obstacle carries out of it: a particle level set (level_set_liquid), volume of fluid on
// tetrahedra that bend with the obstacle (skinned), and drops (Lee, Hyde, Li, Fedkiw 2019, section 4). A step:
//
//   1. Cells of the mesh that stand in the sea (sunk_cells.hpp) are lent its water near those that do not. The water of
//      the mesh is transported.
//   2. Surface, markers and velocity of the sea move.
//   3. The water of cells that stand in the sea now is the sea's; cells that come out of it keep theirs.
//   4. Drops fly; forces, pressure and push-out on the mesh; what is pushed into the sea is the sea's.
//   5. Drops in the sea become sea, markers that it has lost become drops.
//   6. The volume of the sea is compared with what it should be, and repaid by a shift of its surface. Without
//      keep_volume nothing is repaid, and lost markers carry nothing.
//   7. What went into the sea and out of it becomes sources and velocities (local_exchange.hpp); forces and pressure.
//
// Volume is whole units: K + P + G, of the mesh, of drops and what the sea should have, changes by what enters and
// leaves alone. The error of the level set is
//
//     E = (its volume) - G + (what it was given and has not become a source yet).
//
// Departures: the sea's water in the mesh is counted with the sea, and cells in it carry nothing between steps, which
// is the same sum as with full ones. Its volume is measured everywhere and not beyond the mesh alone: cells on the
// waterline that are partly under water then belong to the sea. Nothing of the mesh's momentum is averaged into the
// sea's where they overlap: what is handed over brings its own.
#pragma once

#include <lamella/coupling/local_exchange.hpp>
#include <lamella/coupling/sea_parameters.hpp>
#include <lamella/coupling/sunk_cells.hpp>
#include <lamella/skinned/skinned_solver.hpp>

namespace lamella {

struct CarriedSeaSetup : LiquidSetup {
    SeaParameters parameters;
};

class CarriedSea {
public:
    using Parameters = SeaParameters;
    static constexpr const char* name = Parameters::name;

    // The first obstacle carries the water. InputError for a scene without one, for one that could not bend a mesh, and
    // where there is no liquid to begin with.
    explicit CarriedSea(CarriedSeaSetup setup);

    double longest_step(const BodyStates& now);
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;
    LiquidView liquid_view() const;
    StepReport take_report();

    double time() const { return sea_.time(); }
    const LevelSetSolver& sea() const { return sea_; }
    const CarriedWater& water() const { return skin_.water(); }
    std::span<const std::uint8_t> sunk() const { return sunk_; }
    // In units of volume: what is there, less what came and plus what left; never changes.
    std::int64_t ledger() const { return skin_.ledger() + sea_units_ + drained_ - start_; }
    double error() const;                              // E, m^3
    double largest_error() const { return largest_; }  // the same of the steps since the last report, by its size
    double carried() const;                            // m^3 on the mesh, beyond the sea

    template <class Visitor>
    void state(Visitor& visit) {
        visit("sea", sea_);
        visit("skin", skin_);
        visit("exchange", exchange_);
        visit("sunk", sunk_);
        for (auto& [text, value] : {std::pair{"units", &sea_units_}, {"start", &start_}, {"drained", &drained_}})
            visit(text, *value);
        visit("largest", largest_);
        shown_.reset();
    }

private:
    std::int64_t units(double volume) const;
    void move_waterline(std::span<const Index> lent);
    Vec3 outlet(Index cell, std::span<const Vec3> x) const;
    void give_sunk_water(std::span<const Vec3> x, std::span<const std::uint8_t> before);
    void take_drops();
    void free(const std::vector<LevelSetSolver::LostMarker>& lost);
    const ParticleSet& shown() const;

    SeaParameters parameters_;
    LevelSetSolver sea_;
    OtherSolids solids_;
    SkinnedSolver skin_;
    LocalExchange exchange_;
    std::vector<std::uint8_t> sunk_;                        // of all cells
    std::int64_t sea_units_ = 0, start_ = 0, drained_ = 0;  // what the sea should have, had at first, and has lost
    double largest_ = 0.0;
    mutable std::optional<ParticleSet> shown_;  // made when somebody looks
};

extern template AnySolver AnySolver::of<CarriedSea>(CarriedSeaSetup&&);

}  // namespace lamella
