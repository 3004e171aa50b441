// A body of small size in a fluid that moves past it: dw/dt = a - c |w| w, with w its velocity relative to the fluid.
#pragma once

#include <lamella/core/vec.hpp>

#include <cmath>

namespace lamella {

// The mean of the velocities before and after a step of the implicit midpoint rule, m = w + dt/2 (a - c |m| m): m is
// parallel to w + dt/2 a, and its length s solves s + (c dt/2) s^2 = |w + dt/2 a|. Second order, without a limit of the
// step, and at rest exactly where a = c |w| w. The velocity after the step is 2 m - w.
inline Vec3 mean_velocity_with_drag(const Vec3& w, const Vec3& a, Real c, Real dt) {
    const Vec3 pushed = w + 0.5f * dt * a;
    const Real b = 0.5f * c * dt;
    return pushed * (2.0f / (1.0f + std::sqrt(1.0f + 4.0f * b * pushed.norm())));
}

// c of a ball of that radius at a constant drag coefficient, as balls have it from Reynolds numbers of 1000 on (drops
// of more than half a millimetre): 3/8 C rho_fluid / (rho_ball r).
inline Real drag_of_ball(Real coefficient, Real density_ratio, Real radius) {
    return 0.375f * coefficient * density_ratio / radius;
}

}  // namespace lamella
