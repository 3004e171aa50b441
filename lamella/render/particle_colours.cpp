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

std::vector<Real> values_of(const AnyColumn& any) {
    return std::visit(
        [](const auto& column) {
            std::vector<Real> values(static_cast<std::size_t>(column.size()));
            for (Index i = 0; i < column.size(); ++i) values[i] = magnitude(column, i);
            return values;
        },
        any);
}

std::optional<std::vector<Real>> values_or_speed(const ColumnTable& columns, const std::string& name) {
    auto values = find_values(columns, name);
    return !values && name == "speed" ? find_values(columns, "v") : values;
}

}  // namespace

std::optional<std::vector<Real>> find_values(const ColumnTable& columns, const std::string& name) {
    const auto at = columns.columns().find(name);
    return at == columns.columns().end() ? std::nullopt : std::optional(values_of(at->second));
}

std::vector<Real> attribute_values(const ColumnTable& columns, const std::string& name) {
    if (auto values = values_or_speed(columns, name)) return std::move(*values);
    std::string known;
    for (const auto& [other, column] : columns.columns()) known += (known.empty() ? "" : ", ") + other;
    throw InputError(fmt::format("render.colour_by: the particles have no attribute '{}'; they have: {}", name, known));
}

Paint paint_of(const RenderSettings& settings, const ColumnTable& columns, bool by_corner) {
    Paint paint{.by_corner = by_corner, .values = {}, .colours = {}};
    const auto values = settings.show == Show::particles ? values_or_speed(columns, settings.colour_by)
                                                         : find_values(columns, settings.colour_by);
    if (values) {
        paint.values = *values;
    } else if (const auto* colour = columns.find<Vec3Column>("Cd")) {
        for (Index i = 0; i < colour->size(); ++i) paint.colours.push_back((*colour)[i].cwiseMax(0.0f).cwiseMin(1.0f));
    }
    return paint;
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
