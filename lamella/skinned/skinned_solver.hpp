// Water that a body carries, without a sea: a stream that is poured on a character, what clings to it and what drips.
// The water is in tetrahedra around the body (carried_water.hpp) and in drops beyond them. Drops leave through open
// faces and into sinks; at closed faces and at other obstacles they stop (other_bodies.hpp).
#pragma once

#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/liquid_setup.hpp>
#include <lamella/matter/liquid_view.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/particles/liquid_inventory.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/skinned/fur/fur_strands.hpp>
#include <lamella/skinned/skinned_parameters.hpp>

#include <optional>

namespace lamella {

struct SkinnedSetup : LiquidSetup {
    SkinnedParameters parameters;
};

class SkinnedSolver {
public:
    using Parameters = SkinnedParameters;
    static constexpr const char* name = Parameters::name;

    // The first obstacle carries the water. InputError for a scene without one, and for one that could not bend a mesh.
    explicit SkinnedSolver(SkinnedSetup setup);

    double longest_step(const BodyStates& now);
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::optional<FramePart> fur_part() const;  // its strands, where there are any
    std::map<std::string, Balance> balances(const Vec3d& centre) const;

    LiquidView liquid_view() const { return {&shown(), setup_.spacing, &setup_.materials}; }
    const CarriedWater& water() const { return *water_; }
    CarriedWater& water() { return *water_; }
    const SkinnedTets& mesh() const { return *mesh_; }
    // Where the lattice's nodes are then; what ends a step that the water has taken (for coupling/carried_sea.hpp).
    std::vector<Vec3> lattice_at(const BodyStates& now) const;
    void keep_before_bodies(const BodyStates& now, std::span<const std::uint8_t> sunk);
    void end_step(const CarriedWaterStep& taken, double dt);
    // In units of volume: what is there, less what came and plus what left; never changes.
    std::int64_t ledger() const { return water_->total().volume - entered_ + left_; }
    StepReport take_report() { return report_.take(); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        inventory_.state(visit);
        water_->state(visit);
        visit("entered", entered_);
        visit("left", left_);
        report_.state(visit);
        shown_.reset();
    }

private:
    void take_in(const ParticleSet& particles);
    void let_in();
    void hold_in_domain();
    const ParticleSet& shown() const;

    SkinnedSetup setup_;
    Real density_;
    std::shared_ptr<const FurCells> fur_cells_;  // null: the body is bare
    std::shared_ptr<const SkinnedTets> mesh_;
    std::unique_ptr<const FurStrands> fur_;
    std::unique_ptr<const RigMotion> bends_;  // the lattice; null: the body is rigid
    LiquidInventory inventory_;
    ParticleSet arriving_;  // columns of what nozzles let in; empty between the steps
    std::optional<CarriedWater> water_;
    std::int64_t entered_ = 0, left_ = 0;  // volumes
    double time_ = 0.0;
    StepReport report_;
    mutable std::optional<ParticleSet> shown_;  // made when somebody looks
};

extern template AnySolver AnySolver::of<SkinnedSolver>(SkinnedSetup&&);

}  // namespace lamella
