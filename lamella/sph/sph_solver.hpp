// The SPH liquid solver: one step is a page of named calls (Yu 2011, algorithm 1; for the order of the solves
// Bender and Koschier 2015, algorithm 1).
#pragma once

#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/liquid_view.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/particles/liquid_inventory.hpp>
#include <lamella/sph/sheet_passengers.hpp>
#include <lamella/sph/sph_forces.hpp>

#include <optional>
#include <variant>

namespace lamella {

struct SphSetup : LiquidSetup {  // expected_speed gives the speed of sound
    SphParameters parameters;
};

class SphSolver {
public:
    using Parameters = SphParameters;
    static constexpr const char* name = Parameters::name;

    explicit SphSolver(SphSetup setup);

    double longest_step(const BodyStates& now);
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;

    // Without the children of sheets, which are where they were at the last frame.
    LiquidView liquid_view() const {
        return {&liquid_.particles, liquid_.spacing, &liquid_.materials, pressures_, 3.0f * liquid_.support};
    }

    // With the children of sheets, as they were at the last frame.
    const ParticleSet& particles() const { return sheets_ ? sheets_->all() : liquid_.particles; }
    const SphLiquid& liquid() const { return liquid_; }
    double time() const { return time_; }
    Real particle_mass() const { return PhaseMaterial{liquid_.rest_density}.particle_mass(liquid_.spacing); }
    const LiquidInventory& inventory() const { return inventory_; }
    StepReport take_report() { return report_.take(); }

    // Names everything that is needed to go on; the rest is derived from it.
    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        inventory_.state(visit);
        report_.state(visit);
        visit("last_step", last_step_);
        visit("step_share", step_share_);
        visit("particles", liquid_.particles);
        if (CarriedSurface* surface = forces_.surface()) visit("surface", *surface);
        if (!sheets_) return;
        sheets_->state(visit);
        sheets_->join(liquid_);
    }

private:
    void update_columns(const BodyStates& now);
    void predict_velocities(double dt);
    void expect_of_bodies(double dt);
    bool solve_velocities(double dt);
    void keep_pressures();
    void move(double dt);

    SphSetup setup_;  // its particles have moved into liquid_
    SphLiquid liquid_;
    LiquidInventory inventory_;
    SphForces forces_;
    PressureSolvers::Method pressure_;
    std::optional<SheetPassengers> sheets_;
    double time_ = 0.0;
    double last_step_ = 0.0;
    double step_share_ = 1.0;                // of the stable step; less after a solve that did not converge
    int refusals_ = 0;                       // of the step at hand
    std::vector<PressureSample> pressures_;  // of the last step, where probes need them
    StepReport report_;
};

extern template AnySolver AnySolver::of<SphSolver>(SphSetup&&);

}  // namespace lamella
