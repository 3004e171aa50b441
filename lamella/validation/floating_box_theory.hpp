// A box that floats in a tank and swings, by linear potential theory: small motions of a liquid without viscosity, with
// its waves, and with the mass of the liquid that the box sets in motion. In two dimensions, by finite differences.
#pragma once

#include <lamella/validation/measurement.hpp>

namespace lamella {

enum class BoxMotion { heave, roll };

struct FloatingBox {
    double tank_width, depth;  // m, of the liquid
    double width, height;      // of the box, in the middle of the tank
    double density;            // of the box over that of the liquid

    double draft() const { return density * height; }
};

// The heave over the first one, or the angle, over time, of a box that is let go from 1; `cell` divides all lengths.
Series linear_swing(const FloatingBox& box, BoxMotion motion, double cell, double gravity, double end);

// Twice the time from the first trough of a swing, which starts above its rest, to the crest that follows; wherever it
// rests. What is not there is not a number.
double first_period(const Series& swing);

}  // namespace lamella
