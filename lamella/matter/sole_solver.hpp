// A world with one solver, for those who look into it between the steps: tests, benchmarks, the cases of
// `lamella validate`.
//
//     SoleSolver<SphSolver> solver(setup);
//     solver.run_until(0.5);
//     solver->particles();
#pragma once

#include <lamella/matter/world.hpp>

namespace lamella {

template <WorldSolver S>
class SoleSolver {
public:
    template <class Setup>
    explicit SoleSolver(Setup setup) : world_(world_of(std::move(setup))), solver_(&world_.template get<S>()) {}

    S* operator->() { return solver_; }
    const S* operator->() const { return solver_; }
    S& operator*() { return *solver_; }
    const S& operator*() const { return *solver_; }
    operator const S&() const { return *solver_; }  // NOLINT: to be looked at as the solver itself
    World& world() { return world_; }

    double step(double left) { return world_.step(left); }
    void reach_frame(double time) { world_.reach_frame(time); }
    void state(StateVisitor& visit) { world_.state(visit); }

    // Steps to that time, which is then free of the rounding of the steps.
    void run_until(double time) {
        for (double left = time - world_.time(); left > 0.0;) left -= world_.step(left);
        world_.reach_frame(time);
    }

private:
    template <class Setup>
    static World world_of(Setup setup) {
        std::vector<Body> bodies = setup.bodies;
        std::vector<AnySolver> solvers;
        solvers.push_back(AnySolver::of<S>(std::move(setup)));
        return {std::move(bodies), std::move(solvers)};
    }

    World world_;
    S* solver_;
};

}  // namespace lamella
