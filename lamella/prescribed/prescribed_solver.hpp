// Particles carried by a flow that is known as a formula.
#pragma once

#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/liquid_setup.hpp>
#include <lamella/matter/liquid_view.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>
#include <lamella/prescribed/prescribed_parameters.hpp>

namespace lamella {

struct PrescribedSetup : LiquidSetup {  // velocities, forces, walls and bodies play no role
    PrescribedParameters parameters;
};

class PrescribedSolver {
public:
    using Parameters = PrescribedParameters;
    static constexpr const char* name = Parameters::name;

    explicit PrescribedSolver(PrescribedSetup setup);

    double longest_step(const BodyStates& now);
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;

    LiquidView liquid_view() const { return {&particles_, setup_.spacing, &setup_.materials}; }
    const ParticleSet& particles() const { return particles_; }
    double time() const { return time_; }
    Real particle_mass() const { return PhaseMaterial{density_}.particle_mass(setup_.spacing); }
    const LiquidInventory& inventory() const { return inventory_; }
    StepReport take_report() { return report_.take(); }

    // Names everything that is needed to go on.
    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        inventory_.state(visit);
        report_.state(visit);
        visit("particles", particles_);
        sheets_.state(visit);
    }

private:
    void move(double dt);
    void set_velocities();

    PrescribedSetup setup_;  // its particles have moved into particles_
    Real density_;           // of all materials
    LiquidInventory inventory_;
    ParticleSet particles_;
    NeighbourGrid grid_;
    SheetStep sheets_;
    double time_ = 0.0;
    StepReport report_;
};

extern template AnySolver AnySolver::of<PrescribedSolver>(PrescribedSetup&&);

}  // namespace lamella
