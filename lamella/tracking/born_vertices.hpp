// Vertices that are born away from all of the mesh know nothing of the matter there, and carry zeroes; what blends with
// them gets a share of nothing. A column says how much of each vertex was there before a frame, so that at its end the
// rest can be made up for from where the vertex is then. It is no part of what is written.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/geometry/connected/element_data.hpp>

#include <span>
#include <vector>

namespace lamella {

void begin_births(ElementData& vertices);

// columns_at(places) gives the columns of new matter, one row a place.
void end_births(ElementData& vertices, std::span<const Vec3> positions,
                FunctionRef<ColumnTable(const std::vector<Vec3>& places)> columns_at);

}  // namespace lamella
