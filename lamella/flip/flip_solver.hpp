// The FLIP liquid solver (Ando, Tsuruno 2011, section 3, after Zhu, Bridson 2005): particles carry the liquid, a grid
// of cells two spacings wide makes their velocities free of divergence. As in the leapfrog method, velocities belong to
// the middle between two times: gravity acts over the second half of the last step and the first half of this one, so
// that free fall is exact.
#pragma once

#include <lamella/eulerian/viscosity_batty2008.hpp>
#include <lamella/flip/flip_parameters.hpp>
#include <lamella/flip/free_drops.hpp>
#include <lamella/flip/transfer.hpp>
#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/liquid_setup.hpp>
#include <lamella/matter/liquid_view.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/particles/liquid_inventory.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>

namespace lamella {

struct FlipSetup : LiquidSetup {
    FlipParameters parameters;
};

class FlipSolver {
public:
    using Parameters = FlipParameters;
    static constexpr const char* name = Parameters::name;

    explicit FlipSolver(FlipSetup setup);

    double longest_step(const BodyStates& now);
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    void meet_bodies(const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;

    LiquidView liquid_view() const {
        return {&particles_, setup_.spacing, &setup_.materials, pressures_, 2.5f * static_cast<Real>(cell_)};
    }
    const ParticleSet& particles() const { return particles_; }
    double time() const { return time_; }
    Real particle_mass() const { return PhaseMaterial{density_}.particle_mass(setup_.spacing); }
    const LiquidInventory& inventory() const { return inventory_; }
    StepReport take_report() { return report_.take(); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        visit("last_step", last_step_);
        inventory_.state(visit);
        report_.state(visit);
        visit("particles", particles_);
        sheets_.state(visit);
    }

private:
    void sort_particles();
    void keep_even_and_whole(double dt, const BodyStates& now);
    double viscosity_rate() const;  // of the most viscous phase
    void smooth_velocity(const ParticleTiles& tiles, double dt, FaceField& velocity);
    void add_surface_tension(const ParticleTiles& tiles, double dt);
    bool tension_holds() const;
    void project(const ParticleTiles& tiles, double dt, FaceField& velocity, BodyLoads& loads);
    void extend_velocity(const ParticleTiles& tiles, double dt, FaceField& velocity);
    void move(const ParticleTiles& tiles, const FaceField& velocity, double dt);
    void draw_in_strays(const ParticleTiles& tiles, double dt);
    void wrap_particles();

    FlipSetup setup_;  // its particles have moved into particles_, its bodies into solids_
    Real density_;     // of all materials
    double cell_;
    ParticleSet particles_;
    LiquidInventory inventory_;
    NeighbourGrid cells_;
    SolidGrid solids_;
    SheetStep sheets_;
    PressureProjection projection_;
    ViscosityBatty2008 viscosity_;
    TileField<float> viscosity_shares_;  // where the phases have several viscosities
    FreeDrops drops_;                    // only with surface tension
    TileField<float> off_surface_;       // the same: distance of centres, in cells
    GridSamples grid_;
    LiquidCells liquid_;
    std::vector<PressureSample> pressures_;  // at the centres of liquid cells in the last step, where probes need them
    double time_ = 0.0;
    double last_step_ = 0.0;
    StepReport report_;
};

extern template AnySolver AnySolver::of<FlipSolver>(FlipSetup&&);

}  // namespace lamella
