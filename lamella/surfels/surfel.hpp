// A surfel of a solid at rest (Keiser 2006, 5.5.1): an ellipse with centre m and half-axes t_1, t_2, whose normal is
// t_1 x t_2. Its points are m + x t_1 + y t_2 with x^2 + y^2 <= 1.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/matter/state_visitor.hpp>

#include <array>
#include <span>

namespace lamella {

// A sharp edge cuts off what lies beyond it: where x direction.x + y direction.y > most. In these coordinates, which
// move with the surfel, a straight edge stays where it is under every linear motion.
struct SurfelClip {
    Real x = 0.0f;
    Real y = 0.0f;
    Real most = 1.0f;

    bool cuts() const { return x * x + y * y > most * most || most < 0.0f; }  // anything
};

struct RestSurfel {
    static constexpr int kClips = 3;

    Vec3 centre = Vec3::Zero();
    Vec3 first = Vec3::Zero();
    Vec3 second = Vec3::Zero();
    Vec3 eye = Vec3::Zero();  // from where particles are seen past cracks
    std::array<SurfelClip, kClips> clips{};
    Real limit = 0.0f;  // m, of its longer half-axis, above which it splits

    Vec3 normal() const { return cross(first, second).stableNormalized(); }
    Real radius() const { return std::max(first.norm(), second.norm()); }

    // Only the nearest cuts are kept, and one for each direction.
    void clip(SurfelClip line);
};

// As it stands in states: numbers side by side.
template <>
struct FlatState<RestSurfel> {
    using Number = Real;
    static constexpr std::size_t count = sizeof(RestSurfel) / sizeof(Real);
};

// The half-axes of the ellipse that the conjugate half-axes a and b span, the longer one first, and where they are in
// terms of those: longer = cosine a + sine b, shorter = cosine b - sine a.
struct EllipseAxes {
    Real longer = 0.0f;
    Real shorter = 0.0f;
    Real cosine = 1.0f;
    Real sine = 0.0f;
};
EllipseAxes axes_of(const Vec3& a, const Vec3& b);
// The length of the longer one alone.
Real longer_axis(const Vec3& a, const Vec3& b);

// Both halves of a surfel that is too long along the direction (cosine, sine) in its own coordinates. Together they
// cover all of it.
std::array<RestSurfel, 2> halves(const RestSurfel& whole, Real cosine, Real sine);

}  // namespace lamella
