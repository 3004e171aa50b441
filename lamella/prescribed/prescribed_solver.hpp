// Particles carried by a flow that is known as a formula.
#pragma once

#include <lamella/particles/sheet_step.hpp>
#include <lamella/prescribed/prescribed_parameters.hpp>

namespace lamella {

struct PrescribedSetup {
    PrescribedParameters parameters;
    Real spacing = 0.0f;
    Real density = 1000.0f;
    Vec3d origin = Vec3d::Zero();  // what positions are relative to
    PeriodicBox periodic;
    ParticleSet particles;  // P, phase; ids are given in this order
};

// The steps since the last call of take_report().
struct PrescribedReport {
    std::int64_t steps = 0;
    double shortest_step = 0.0;
    double longest_step = 0.0;
    SheetCounts sheets;
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
    Real particle_mass() const { return setup_.density * setup_.spacing * setup_.spacing * setup_.spacing; }
    PrescribedReport take_report();
    std::int64_t next_id() const { return next_id_; }

    // Names everything that is needed to go on.
    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        visit("next_id", next_id_);
        visit("report.steps", report_.steps);
        visit("report.shortest_step", report_.shortest_step);
        visit("report.longest_step", report_.longest_step);
        visit("particles", particles_);
        sheets_.state(visit);
    }

private:
    double choose_step(double left) const;
    void move(double dt);
    void set_velocities();
    void note_step(double dt);

    PrescribedSetup setup_;  // its particles have moved into particles_
    ParticleSet particles_;
    NeighbourGrid grid_;
    SheetStep sheets_;
    double time_ = 0.0;
    std::int64_t next_id_ = 0;
    PrescribedReport report_;
};

}  // namespace lamella
