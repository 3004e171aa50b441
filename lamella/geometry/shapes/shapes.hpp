// Analytic shapes: exact signed distance (negative inside), bounds and closed triangle meshes. fault() is
// the reason why the parameters describe no shape, or null.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

inline constexpr const char* kStretchSentence = "factors along x, y and z about its middle, applied first";
inline constexpr const char* kRotationSentence = "turns about x, then y, then z, through its middle, applied next";

struct BoxShape {
    static constexpr const char* name = "box";
    static constexpr const char* sentence = "a box between two corners";
    Vec3 min = Vec3::Zero();
    Vec3 max = Vec3::Ones();
    Vec3 stretch = Vec3::Ones();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(Field{"min", &BoxShape::min, "m", any_value(), "its lowest corner"}.required(),
                          Field{"max", &BoxShape::max, "m", any_value(), "its highest corner"}.required(),
                          Field{"stretch", &BoxShape::stretch, "1", above(0), kStretchSentence}.silent(),
                          Field{"rotation", &BoxShape::rotation, "deg", any_value(), kRotationSentence}.silent());
    }
    const char* fault() const;
    Real signed_distance(const Vec3& p) const;
    Box3 bounds() const { return {min, max}; }
};

struct SphereShape {
    static constexpr const char* name = "sphere";
    static constexpr const char* sentence = "a ball";
    Vec3 centre = Vec3::Zero();
    Real radius = 1.0f;
    Vec3 stretch = Vec3::Ones();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(Field{"centre", &SphereShape::centre, "m", any_value(), "its centre"}.required(),
                          Field{"radius", &SphereShape::radius, "m", above(0), "its radius"}.required(),
                          Field{"stretch", &SphereShape::stretch, "1", above(0), kStretchSentence}.silent(),
                          Field{"rotation", &SphereShape::rotation, "deg", any_value(), kRotationSentence}.silent());
    }
    const char* fault() const;
    Real signed_distance(const Vec3& p) const { return (p - centre).norm() - radius; }
    Box3 bounds() const { return Box3{centre, centre}.padded(radius); }
};

struct CylinderShape {
    static constexpr const char* name = "cylinder";
    static constexpr const char* sentence = "a round cylinder with flat ends";
    Vec3 start = Vec3::Zero();
    Vec3 end = Vec3::UnitY();
    Real radius = 1.0f;
    Vec3 stretch = Vec3::Ones();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(Field{"start", &CylinderShape::start, "m", any_value(), "centre of one end"}.required(),
                          Field{"end", &CylinderShape::end, "m", any_value(), "centre of the other end"}.required(),
                          Field{"radius", &CylinderShape::radius, "m", above(0), "its radius"}.required(),
                          Field{"stretch", &CylinderShape::stretch, "1", above(0), kStretchSentence}.silent(),
                          Field{"rotation", &CylinderShape::rotation, "deg", any_value(), kRotationSentence}.silent());
    }
    const char* fault() const;
    Real signed_distance(const Vec3& p) const;
    Box3 bounds() const;
};

struct HalfSpaceShape {
    static constexpr const char* name = "half_space";
    static constexpr const char* sentence = "everything on one side of a plane";
    Vec3 point = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();

    static constexpr auto fields() {
        return field_list(Field{"point", &HalfSpaceShape::point, "m", any_value(), "a point of the plane"}.required(),
                          Field{"normal", &HalfSpaceShape::normal, "1", any_value(),
                                "points out of the matter; its length does not matter"});
    }
    const char* fault() const;
    Real signed_distance(const Vec3& p) const { return (p - point).dot(normal.stableNormalized()); }
    Box3 bounds() const;  // unbounded on every axis
};

// Closed meshes with edges of about the given length, corners on the shape. The sphere and the cylinder
// are images of a gridded box, so that no triangle is much smaller than the others.
TriangleMesh triangulate(const BoxShape& shape, Real edge);
TriangleMesh triangulate(const SphereShape& shape, Real edge);
TriangleMesh triangulate(const CylinderShape& shape, Real edge);

}  // namespace lamella
