// The force of one contact (Keiser 2006, 5.8), of a point that stands for an area A:
//
//     f_n = A (k depth + c max(0, approach)),   k = E / spacing,   c = 2 zeta sqrt(k density spacing)
//     f_t = -(A k s + A c v_t), at most friction f_n,   s' = v_t.
//
// Departures: (5.44) is divided by the nodes of an area instead of multiplied, so k is a pressure per depth; damping
// acts while matter comes nearer and never pulls (4.19 as printed feeds energy); s is the way that the point has moved
// along the surface since it touched, a spring that slides where the friction is at its limit: with drag alone a block
// on a slope creeps.
//
// Where the particles that carry a point lie far behind it, weights of both signs make the spring stiffer for them than
// a step of leapfrog can follow: there A is less, by the levers of both sides (linear_weights.hpp).
#pragma once

#include <lamella/solid/solid_methods.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

struct ContactLaw {
    Real stiffness = 0.0f;  // k, Pa/m
    Real damping = 0.0f;    // c, Pa s/m
    Real friction = 0.0f;

    static ContactLaw of(const SolidMatter& matter, Real spacing, Real friction, Real zeta) {
        const Real k = matter.elastic.youngs_modulus / spacing;
        return {k, 2.0f * zeta * std::sqrt(k * matter.density * spacing), friction};
    }
    // Of two solids that press on one another: springs one behind the other, that are k for two equal ones.
    static ContactLaw between(const ContactLaw& a, const ContactLaw& b) {
        return {2.0f * a.stiffness * b.stiffness / (a.stiffness + b.stiffness), std::min(a.damping, b.damping),
                std::sqrt(a.friction * b.friction)};
    }
};

// What is remembered of a contact from step to step.
struct ContactMemory {
    Vec3 spring = Vec3::Zero();  // s
    Vec3 force = Vec3::Zero();   // at the end of the last step
    Real stored = 0.0f;          // J
    Real share = 1.0f;           // of the area; never grows, so that it feeds no energy
};

// Of the area of a point, by the levers of both sides; those of two flat skins, 4 each, leave all of it.
inline Real stable_share(Real levers) { return std::min(1.0f, 8.0f / levers); }

struct Touching {
    Real area;      // A, m^2
    Real depth;     // m
    Vec3 normal;    // towards the point
    Vec3 velocity;  // of the point, past what it touches
};

// The force on the point; without `rubs` there is no friction.
inline Vec3 contact_force(const ContactLaw& law, const Touching& touch, double dt, bool rubs, Vec3& spring) {
    const Real approach = touch.velocity.dot(touch.normal);
    const Real normal = touch.area * (law.stiffness * touch.depth + law.damping * std::max(-approach, 0.0f));
    Vec3 force = normal * touch.normal;
    if (!rubs) return force;
    const Vec3 slide = touch.velocity - approach * touch.normal;
    spring += static_cast<Real>(dt) * slide;
    spring -= spring.dot(touch.normal) * touch.normal;
    const Real k = touch.area * law.stiffness;
    Vec3 across = -k * spring - touch.area * law.damping * slide;
    const Real most = law.friction * normal;
    if (const Real size = across.norm(); size > most) {
        across *= most / size;
        spring = -across / k;
    }
    return force + across;
}

inline Real stored_in(const ContactLaw& law, const Touching& touch, const Vec3& spring) {
    return 0.5f * touch.area * law.stiffness * (touch.depth * touch.depth + spring.squaredNorm());
}

}  // namespace lamella
