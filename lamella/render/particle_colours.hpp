// The colours of particles by one of their attributes.
#pragma once

#include <lamella/render/render_settings.hpp>
#include <lamella/render/render_subject.hpp>

namespace lamella {

// One number a particle: the attribute `name`, the length of a vector, or for "speed" the length of v.
// An attribute that is not there is an InputError that lists those that are.
std::vector<Real> attribute_values(const ParticleSet& particles, const std::string& name);

struct ColourRange {
    Real min = 0.0f;
    Real max = 1.0f;

    Real position(Real value) const { return max > min ? (value - min) / (max - min) : 0.5f; }
};

// The range of the settings, and of the finite values where the settings give none.
ColourRange colour_range(const RenderSettings& settings, const std::vector<std::vector<Real>>& values);

}  // namespace lamella
