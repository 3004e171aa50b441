// How the steps of a solver and the iterative solves within them went.
#pragma once

#include <lamella/core/real.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace lamella {

// One iterative solve.
struct SolveReport {
    int iterations = 0;
    double error = 0.0;  // that is left, in the measure of the solve's own tolerance
    bool converged = true;
};

// The solves of one kind since the last report.
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

// The steps since the last report. A solver names its solves and its own counts once, when it is made.
struct StepReport {
    std::int64_t steps = 0;
    double shortest_step = 0.0;
    double longest_step = 0.0;
    std::map<std::string, SolveTotals> solves;
    std::map<std::string, std::int64_t> counts;

    void note_step(double dt) {
        shortest_step = steps == 0 ? dt : std::min(shortest_step, dt);
        longest_step = std::max(longest_step, dt);
        ++steps;
    }

    // What was noted; begins anew with the same names.
    StepReport take() {
        StepReport taken = *this;
        *this = {};
        for (const auto& [name, totals] : taken.solves) solves[name] = {};
        for (const auto& [name, count] : taken.counts) counts[name] = 0;
        return taken;
    }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("report.steps", steps);
        visit("report.shortest_step", shortest_step);
        visit("report.longest_step", longest_step);
        for (auto& [name, count] : counts) visit("report." + name, count);
        for (auto& [name, totals] : solves) {
            visit("report." + name + ".iterations", totals.iterations);
            visit("report." + name + ".failures", totals.failures);
            visit("report." + name + ".worst_error", totals.worst_error);
        }
    }
};

}  // namespace lamella
