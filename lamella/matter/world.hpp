// A world steps, solvers do not: it owns the solvers of a scene and the bodies between them, chooses the step, lets the
// ones with faster waves take several for one, and repeats a step that one of them refuses.
#pragma once

#include <lamella/matter/any_solver.hpp>

namespace lamella {

class World {
public:
    // Solvers that move bodies come after those that push them.
    World(std::vector<Body> bodies, std::vector<AnySolver> solvers);

    // Takes one step of at most `left` seconds and returns its length. A step that a solver refuses is undone in all of
    // them and tried again with half its length; one that is refused ten times is a RunError.
    double step(double left);

    // Says that the frame at this time is reached (free of the rounding of the steps).
    void reach_frame(double time);

    double time() const { return now_.time; }
    const std::vector<Body>& bodies() const { return bodies_; }
    const BodyStates& body_states() const { return now_; }
    std::vector<AnySolver>& solvers() { return solvers_; }
    const std::vector<AnySolver>& solvers() const { return solvers_; }

    // The first solver of that type; a RunError if there is none.
    template <WorldSolver S>
    S& get() {
        for (AnySolver& solver : solvers_)
            if (S* found = solver.get_if<S>()) return *found;
        fail_without(S::name);
    }

    // What the solvers did to the walls and bodies since this was asked for last, and over which time.
    std::pair<BodyLoads, double> take_loads();

    // Of the last step alone, and its length; 0 before the first.
    std::pair<const BodyLoads&, double> step_loads() const { return {step_loads_, step_}; }

    // Of a body of that name; a RunError if there is none.
    std::size_t number_of(const std::string& body) const;

    // By the names of their matter.
    std::map<std::string, Balance> balances(const Vec3d& centre) const;

    // The steps of all solvers since the last report; what only one of them counts has its own name.
    StepReport take_report();

    // Everything that is needed to go on with the same bits.
    void state(StateVisitor& visit);

private:
    struct Share {  // of one solver in a step
        double longest = 0.0;
        bool touched = false;  // since it was prepared
    };

    [[noreturn]] static void fail_without(const char* solver);
    BodyStates states(double time) const;
    void prepare(std::size_t solver);
    double longest_step() const;
    bool try_step(double dt, BodyLoads& loads);
    bool try_sub_steps(std::size_t solver, double dt, BodyLoads& loads);
    void undo();

    std::vector<Body> bodies_;
    std::vector<AnySolver> solvers_;
    std::vector<Share> shares_;
    BodyStates now_;
    BodyLoads loads_;           // since they were taken last
    double loaded_time_ = 0.0;  // over which they acted
    BodyLoads step_loads_;      // in the last step
    double step_ = 0.0;         // its length
    std::int64_t refused_ = 0;  // steps since the last report
};

}  // namespace lamella
