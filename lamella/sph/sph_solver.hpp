// The SPH liquid solver: one step is a page of named calls (Yu 2011, algorithm 1; for the order of the solves
// Bender and Koschier 2015, algorithm 1).
#pragma once

#include <lamella/particles/emitter.hpp>
#include <lamella/sph/dfsph_bender2015.hpp>
#include <lamella/sph/local_poisson_he2012.hpp>
#include <lamella/sph/pcisph_solenthaler2009.hpp>
#include <lamella/sph/sph_forces.hpp>
#include <lamella/sph/wcsph_becker2007.hpp>

#include <array>
#include <cstdint>
#include <functional>

namespace lamella {

// A shape in which liquid vanishes.
struct SphSink {
    Box3 bounds;
    std::function<Real(const Vec3&)> signed_distance;  // negative inside

    bool holds(const Vec3& p) const { return bounds.contains(p) && signed_distance(p) < 0.0f; }
};

// Where the liquid may be: beyond an open face and in a sink it leaves the simulation, closed faces are walls.
struct SphDomain {
    Box3 box;
    PeriodicBox periodic;
    std::array<bool, 6> open{};  // x-, x+, y-, y+, z-, z+
    std::vector<SphSink> sinks;
};

struct SphSource {
    Nozzle nozzle;
    Index phase = 0;  // of what it emits
};

struct SphSetup {
    SphParameters parameters;
    Real spacing = 0.0f;
    Real density = 1000.0f;
    Real viscosity = 0.0f;
    Vec3 gravity = Vec3(0.0f, -9.81f, 0.0f);
    SphDomain domain;
    std::vector<BoundaryBody> bodies;
    std::vector<SphSource> sources;
    ParticleSet particles;       // P, v, phase; ids are given in this order
    Real expected_speed = 1.0f;  // for the speed of sound
};

// How the solves of one kind went since the last report.
struct SolveTotals {
    std::int64_t iterations = 0;
    std::int64_t failures = 0;  // solves that did not converge
    double worst_error = 0.0;

    void note(const SolveReport& report) {
        iterations += report.iterations;
        failures += report.converged ? 0 : 1;
        worst_error = std::max(worst_error, report.error);
    }
};

// The steps since the last call of take_report().
struct SphReport {
    std::int64_t steps = 0;
    double shortest_step = 0.0;
    double longest_step = 0.0;
    std::int64_t wall_contacts = 0;  // particles that were put back in front of a wall
    SolveTotals pressure;
    SolveTotals divergence;
    SolveTotals viscosity;
};

class SphSolver {
public:
    explicit SphSolver(SphSetup setup);

    // Takes one step of at most `left` seconds and returns its length.
    double step(double left);

    // Says that the frame at this time is reached (free of the rounding of the steps), and brings density,
    // pressure and the order of the particles up to date with the positions.
    void reach_frame(double time);

    const ParticleSet& particles() const { return liquid_.particles; }
    const SphLiquid& liquid() const { return liquid_; }
    double time() const { return time_; }
    Real particle_mass() const { return liquid_.mass; }
    SphReport take_report() { return std::exchange(report_, {}); }
    std::int64_t next_id() const { return next_id_; }
    std::int64_t emitted() const { return emitted_; }  // particles, since the start
    std::int64_t left() const { return left_; }        // through open faces and into sinks
    std::int64_t lost() const { return lost_; }        // through walls: 0 unless the liquid is faster than expected

    // Mean and largest compression (rho - rho0)_+ / rho0.
    std::pair<double, double> density_error() const;

    // Names everything that is needed to go on; the rest is derived from it.
    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        visit("next_id", next_id_);
        visit("emitted_layers", emitted_layers_);
        visit("emitted", emitted_);
        visit("left", left_);
        visit("lost", lost_);
        visit("report.steps", report_.steps);
        visit("report.shortest_step", report_.shortest_step);
        visit("report.longest_step", report_.longest_step);
        visit("report.wall_contacts", report_.wall_contacts);
        visit_totals(visit, "report.pressure", report_.pressure);
        visit_totals(visit, "report.divergence", report_.divergence);
        visit_totals(visit, "report.viscosity", report_.viscosity);
        visit("last_step", last_step_);
        visit("step_share", step_share_);
        visit("particles", liquid_.particles);
    }

private:
    enum class Place { inside, left, beyond_wall };
    using PressureSolver = std::variant<DfsphBender2015, WcsphBecker2007, PcisphSolenthaler2009, LocalPoissonHe2012>;

    template <class Visitor>
    static void visit_totals(Visitor& visit, const std::string& name, SolveTotals& totals) {
        visit(name + ".iterations", totals.iterations);
        visit(name + ".failures", totals.failures);
        visit(name + ".worst_error", totals.worst_error);
    }

    static PressureSolver pressure_solver(const SphSetup& setup, const SphLiquid& liquid);
    void update_columns();
    double choose_step(double left) const;
    void predict_velocities(double dt);
    double solve_velocities(double dt);
    Place place_of(const Vec3& p) const;
    void add_emitted();
    void append(const std::vector<Vec3>& positions, const Vec3& velocity, Index phase);
    void move(double dt);
    void remove_outside();
    void note_step(double dt);

    SphSetup setup_;  // its particles have moved into liquid_
    SphLiquid liquid_;
    SphForces forces_;
    PressureSolver pressure_;
    double time_ = 0.0;
    double last_step_ = 0.0;
    double step_share_ = 1.0;  // of the stable step; less after a solve that did not converge
    std::int64_t next_id_ = 0;
    std::vector<std::int64_t> emitted_layers_;
    std::int64_t emitted_ = 0;
    std::int64_t left_ = 0;
    std::int64_t lost_ = 0;
    SphReport report_;
};

}  // namespace lamella
