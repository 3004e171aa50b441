// The colours of matter by one of its columns.
#pragma once

#include <lamella/render/render_settings.hpp>
#include <lamella/render/render_subject.hpp>

namespace lamella {

// One number a row: the column `name`, the length of a vector, or for "speed" the length of v. A column that is not
// there is an InputError that lists those that are.
std::vector<Real> attribute_values(const ColumnTable& columns, const std::string& name);

// The same for a column of that very name; nothing where it is not there.
std::optional<std::vector<Real>> find_values(const ColumnTable& columns, const std::string& name);

struct ColourRange {
    Real min = 0.0f;
    Real max = 1.0f;

    Real position(Real value) const { return max > min ? (value - min) / (max - min) : 0.5f; }
};

// The range of the settings, and of the finite values where the settings give none.
ColourRange colour_range(const RenderSettings& settings, const std::vector<std::vector<Real>>& values);

// What colours a shape beside its finish: numbers under the colour map, or colours of its own; by corner (interpolated)
// or by primitive.
struct Paint {
    bool by_corner = false;
    std::vector<Real> values;
    std::vector<Vec3> colours;

    bool empty() const { return values.empty() && colours.empty(); }
};

// For matter that is no liquid: by the column that the settings name, where it has one, else by its column Cd. Among
// particles, "speed" stands for the length of v; beside surfaces a column must have the very name.
Paint paint_of(const RenderSettings& settings, const ColumnTable& columns, bool by_corner);

}  // namespace lamella
