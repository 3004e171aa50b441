// Light that goes straight through clear bodies, and does not bend at their boundaries: a departure from Snell's law,
// without which everything under water would be black to light that is sampled at its source.
#pragma once

#include <lamella/render/optics.hpp>

#include <span>

namespace lamella {

// A boundary that a straight ray passes.
struct Crossing {
    Real distance;
    Real cosine;  // of the angle between the ray and the boundary's normal
    bool leaves;
    const Medium* medium;
};

// The share of light that passes along a ray up to `end`. The crossings may come in any order, those beyond the end
// count for nothing; they are sorted here. A body that is left before it is entered holds the ray's start.
Vec3 straight_transmittance(std::span<Crossing> crossings, Real end);

}  // namespace lamella
