// Particles carried by a flow that is known as a formula.
#pragma once

#include <lamella/particles/sheet_step.hpp>
#include <lamella/prescribed/prescribed_parameters.hpp>

#include <optional>
#include <utility>

namespace lamella {

struct PrescribedSetup : LiquidSetup {  // velocities, forces and walls play no role
    PrescribedParameters parameters;
    Vec3d origin = Vec3d::Zero();  // what positions are relative to
};

class PrescribedSolver {
public:
    explicit PrescribedSolver(PrescribedSetup setup);

    // Takes one step of at most `left` seconds and returns its length.
    double step(double left);

    // Says that the frame at this time is reached (free of the rounding of the steps).
    void reach_frame(double time);

    const ParticleSet& particles() const { return particles_; }
    double time() const { return time_; }
    Real particle_mass() const { return setup_.particle_mass(); }
    const LiquidInventory& inventory() const { return inventory_; }
    StepReport take_report() { return report_.take(); }

    // Nothing keeps the density.
    static std::pair<std::optional<double>, std::optional<double>> density_error() { return {}; }

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
    double choose_step(double left) const;
    void move(double dt);
    void set_velocities();

    PrescribedSetup setup_;  // its particles have moved into particles_
    LiquidInventory inventory_;
    ParticleSet particles_;
    NeighbourGrid grid_;
    SheetStep sheets_;
    double time_ = 0.0;
    StepReport report_;
};

}  // namespace lamella
