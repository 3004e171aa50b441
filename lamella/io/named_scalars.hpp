// Formats that name single numbers (PLY, CSV): vectors are three or four columns side by side.
#pragma once

#include <lamella/io/point_builder.hpp>

namespace lamella {

struct NamedScalar {
    std::string name;
    Number type;
};

// One slot for each scalar. `x y z`, `vx vy vz`, `nx ny nz`, `red green blue` and names that end in
// `_x .x :0` and so on become vectors; a unit in brackets is ignored. Positions are required.
std::vector<Slot> add_named_scalars(PointBuilder& builder, const std::vector<NamedScalar>& scalars,
                                    const std::string& source);

// What the components of a column are called in such files.
std::vector<std::string> component_names(const std::string& column, std::size_t components);

}  // namespace lamella
