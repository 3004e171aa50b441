// Whether a patch closes the hole that it is made for.
#pragma once

#include <lamella/tracking/repair/region_clip.hpp>

namespace lamella {

// Every directed edge of the patch occurs once and has its opposite in the patch or in the mesh behind the rim, and the
// whole rim is used. Together with the fans that replace_faces() demands, the mesh stays closed and manifold.
bool patch_closes(std::span<const Vec3i> made, std::span<const RimEdge> rim);

}  // namespace lamella
