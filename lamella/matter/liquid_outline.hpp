// What is known of a liquid before its particles are there, for the estimate of what a run costs.
#pragma once

#include <lamella/matter/material.hpp>

#include <functional>

namespace lamella {

struct LiquidOutline {
    double spacing = 0.0;
    double expected_speed = 1.0;  // that no liquid exceeds
    double usual_speed = 1.0;     // of the fastest liquid in most steps
    double body_speed = 0.0;      // of the fastest body that keyframes move
    double layers = 0.0;          // of particles above one another that a pressure has to hold once they lie at rest
    bool carries_bodies = false;
    double particles = 1.0;   // mean of all frames, at least one
    double solid_area = 1.0;  // of walls and bodies, in squared spacings
    // Of the bodies and of what lies up to so many spacings around them, in cubed spacings; empty: there are none.
    std::function<double(double reach)> room_of_bodies;
    PhaseMaterials materials;  // by phase

    // In which liquid on a grid goes `cfl` cells. It is not always at its fastest: 0.6 to 1 in seven scenes.
    double step_on_grid(double cfl, double cell) const { return cfl * cell / (0.75 * usual_speed); }
};

}  // namespace lamella
