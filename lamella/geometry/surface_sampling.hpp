// Points spread evenly over surfaces: the boundary particles of Akinci et al. 2012.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

#include <cstdint>

namespace lamella {

// About one point per spacing^2 of the mesh: a Poisson-disc set, no two points closer than 0.79 spacings (in
// space, so the two sides of a thinner plate share their points) and hardly a place of the surface farther
// from a point than that.
std::vector<Vec3> sample_surface(const TriangleMesh& mesh, Real spacing, std::uint64_t seed = 0);

// A point of a triangle: weights of its second and third corner.
struct SurfaceSample {
    Index triangle = -1;
    Real second = 0.0f;
    Real third = 0.0f;
    Vec3 place = Vec3::Zero();

    Vec3 weights() const { return {1.0f - second - third, second, third}; }
};

// The same with where each point lies. Given a cosine, points only keep apart where the normals of their triangles have
// at least that one between them: the two sides of a plate, and those of a sharp edge, are covered each for itself.
constexpr Real kAnyCosine = -2.0f;
std::vector<SurfaceSample> sample_triangles(const TriangleMesh& mesh, Real spacing, std::uint64_t seed = 0,
                                            Real least_cosine = kAnyCosine);

// A regular lattice that includes the borders, with steps between 0.67 and 1.35 spacings, exact when the
// sides are whole spacings; a side shorter than 0.35 spacings still has both its ends.
std::vector<Vec3> sample_rectangle(const Vec3& corner, const Vec3& side_u, const Vec3& side_v, Real spacing);

// The same over the six faces of a box, each point once.
std::vector<Vec3> sample_box_faces(const Box3& box, Real spacing);

}  // namespace lamella
