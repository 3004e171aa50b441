// The kinds of data that a frame is made of. Every stage finds what it reads by kind (cache/run_folder.hpp).
#pragma once

#include <lamella/core/fields.hpp>

namespace lamella {

enum class PartKind { particles, surfels, mesh, tetrahedra, strands, level_set, poses, picture };
template <>
inline constexpr auto enum_words<PartKind> =
    std::array{"particles", "surfels", "mesh", "tetrahedra", "strands", "level_set", "poses", "picture"};

}  // namespace lamella
