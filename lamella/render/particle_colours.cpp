#include <lamella/core/error.hpp>
#include <lamella/render/particle_colours.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

template <class C>
Real magnitude(const C& column, Index i) {
    if constexpr (C::components == 1)
        return static_cast<Real>(column[i]);
    else
        return column[i].norm();
}

const AnyColumn& column_for(const ParticleSet& particles, const std::string& name) {
    auto at = particles.columns().find(name);
    if (at == particles.columns().end() && name == "speed") at = particles.columns().find("v");
    if (at != particles.columns().end()) return at->second;
    std::string known;
    for (const auto& [other, column] : particles.columns()) known += (known.empty() ? "" : ", ") + other;
    throw InputError(fmt::format("render.colour_by: the particles have no attribute '{}'; they have: {}", name, known));
}

}  // namespace

std::vector<Real> attribute_values(const ParticleSet& particles, const std::string& name) {
    std::vector<Real> values(static_cast<std::size_t>(particles.size()));
    std::visit(
        [&](const auto& column) {
            for (Index i = 0; i < particles.size(); ++i) values[i] = magnitude(column, i);
        },
        column_for(particles, name));
    return values;
}

ColourRange colour_range(const RenderSettings& settings, const std::vector<std::vector<Real>>& values) {
    ColourRange found{std::numeric_limits<Real>::infinity(), -std::numeric_limits<Real>::infinity()};
    for (const auto& list : values)
        for (const Real v : list)
            if (std::isfinite(v)) found = {std::min(found.min, v), std::max(found.max, v)};
    if (found.min > found.max) found = {};
    return {settings.colour_min.value_or(found.min), settings.colour_max.value_or(found.max)};
}

}  // namespace lamella
