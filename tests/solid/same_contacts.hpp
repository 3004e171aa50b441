// A world of one solver of solids takes the same steps on one thread, on all, and after it was restored.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/matter/state_copy.hpp>
#include <lamella/solid/solid_solver.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace lamella {

inline std::vector<Vec3> places_in(const SolidSolver& solver) {
    std::vector<Vec3> all;
    for (const Solid& solid : solver.solids())
        for (Index i = 0; i < solid.size(); ++i) all.push_back(solid.displacement(i));
    return all;
}

// Something must touch after the first steps.
template <class Setup>
void expect_same_contacts(const Setup& setup, int first, int then) {
    const auto steps = [](SoleSolver<SolidSolver>& solver, int n) {
        for (int k = 0; k < n; ++k) solver.step(1.0);
    };
    SoleSolver<SolidSolver> one(setup()), two(setup()), three(setup());
    {
        const ThreadLimit limit(1);
        steps(one, first + then);
    }
    steps(two, first);
    EXPECT_GT(two->contact().touching(), 0);
    StateCopy copy;
    copy.keep(*two);
    steps(two, then);
    EXPECT_EQ(places_in(*one), places_in(*two));
    copy.restore(*three);
    steps(three, then);
    EXPECT_EQ(places_in(*one), places_in(*three));
}

}  // namespace lamella
