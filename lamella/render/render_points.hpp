// Points as Embree takes them: positions with radii, checked.
#pragma once

#include <lamella/render/render_subject.hpp>
#include <lamella/render/scene_geometry.hpp>

namespace lamella {

// Position and radius: of the column pscale where there is one, else `radius`. `what` is what a row is called in the
// InputError about one that is not finite.
std::vector<Vec4> points_with_radii(const ColumnTable& points, Real radius, const char* what);

// The column N at unit length; where it is missing, not finite or zero, an InputError.
std::vector<Vec3> disc_normals(const ParticleSet& surfels, const std::string& name);

// Surfels with half-axes (t1, t2), and what is cut off them (clip1 to clip3) where they say it; nothing where they have
// no half-axes. InputErrors where these are no numbers.
std::vector<DrawnEllipse> ellipses_of(const ParticleSet& surfels, const std::string& name);

// The first points of the pieces that the strands consist of.
std::vector<Index> tube_pieces(const Strands& strands);

}  // namespace lamella
