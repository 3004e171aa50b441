// What rays can meet: triangle meshes, balls, discs, ellipses and tubes in Embree's bounding volume hierarchy (Wald et
// al. 2014, Embree: A Kernel Framework for Efficient CPU Ray Tracing).
#pragma once

#include <lamella/render/optics.hpp>
#include <lamella/render/ray_tally.hpp>

#include <array>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace lamella {

struct Ray {
    Vec3 origin = Vec3::Zero();
    Vec3 direction = Vec3::UnitZ();  // of unit length
    Real length = std::numeric_limits<Real>::infinity();
    Real time = 0.5f;  // from the opening of the shutter, 0, to its closing, 1

    Vec3 at(Real distance) const { return origin + distance * direction; }
};

struct RayHit {
    Real distance = std::numeric_limits<Real>::infinity();
    Index shape = -1;  // in the order in which shapes were added
    Index primitive = 0;
    Real u = 0.0f;  // barycentric weights of the second and third corner; of a tube's piece, how far along it
    Real v = 0.0f;
    Vec3 normal = Vec3::Zero();  // outward, of any length

    bool exists() const { return shape >= 0; }
};

// A flat ellipse: its points are centre + x first + y second with x^2 + y^2 <= 1, without those that a cut takes,
// x cut[0] + y cut[1] > cut[2].
struct DrawnEllipse {
    Vec3 centre, first, second;
    std::array<Vec3, 3> cuts{Vec3::UnitZ(), Vec3::UnitZ(), Vec3::UnitZ()};
};

class SceneGeometry {
public:
    SceneGeometry();
    ~SceneGeometry();
    SceneGeometry(const SceneGeometry&) = delete;
    SceneGeometry& operator=(const SceneGeometry&) = delete;

    // Where the vertices are when the shutter opens and when it closes (the same span if nothing moves). `liquid` is
    // set for a refracting surface and outlives this object. Gives the shape's number.
    Index add_triangles(std::span<const Vec3> opening, std::span<const Vec3> closing, std::span<const Vec3i> triangles,
                        const Medium* liquid);
    Index add_balls(std::span<const Vec4> centres_and_radii);
    Index add_discs(std::span<const Vec4> centres_and_radii, std::span<const Vec3> normals);
    // They overlap where they make up a surface, so a ray that begins beside one, nearer than half of its radius to its
    // plane, meets it only farther away than its radius: or each would cast its shadow on the others.
    Index add_ellipses(std::vector<DrawnEllipse> ellipses);
    // Round pieces from a point to the next one; `pieces` are the numbers of their first points, ascending.
    Index add_tubes(std::span<const Vec4> points_and_radii, std::span<const Index> pieces);
    void finish();  // after the last shape, before the first ray

    RayHit nearest(const Ray& ray, RayTally& tally) const;

    // The nearest shape that is no liquid; `tint` is multiplied by what the liquids on the way let pass.
    RayHit nearest_through_liquid(const Ray& ray, Vec3& tint, RayTally& tally) const;

    // The share of light that arrives along the ray: none through matt shapes, some through liquids.
    Vec3 visibility(const Ray& ray, RayTally& tally) const;

private:
    bool misses_all(const Ray& ray) const;
    void extend_bounds(std::span<const Vec4> centres_and_radii);

    struct Embree;
    std::unique_ptr<Embree> embree_;
    std::deque<std::vector<DrawnEllipse>> ellipses_;  // Embree asks for them as it goes
    Box3 bounds_;                                     // of all shapes while the shutter is open
};

}  // namespace lamella
