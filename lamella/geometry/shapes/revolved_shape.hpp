// A body of revolution: a closed polygon in the half plane of radius and height, turned about an axis. Glasses, bowls,
// jugs, bottles, funnels and rings are such bodies, with walls as thin as their profile.
//
// The distance is exact: that of the point (r, h) to the polygon, of which sides on the axis do not count.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

#include <vector>

namespace lamella {

struct ProfilePoint {
    Real radius = 0.0f;
    Real height = 0.0f;

    static constexpr auto fields() {
        return field_list(Field{"radius", &ProfilePoint::radius, "m", at_least(0), "from the axis"}.required(),
                          Field{"height", &ProfilePoint::height, "m", any_value(), "along the axis"}.required());
    }
};

struct RevolvedShape {
    static constexpr const char* name = "revolved";
    static constexpr const char* sentence = "a closed profile turned about an axis: a glass, a bowl, a ring";
    Vec3 base = Vec3::Zero();
    Vec3 axis = Vec3::UnitY();
    std::vector<ProfilePoint> profile;
    Vec3 stretch = Vec3::Ones();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(
            Field{"base", &RevolvedShape::base, "m", any_value(), "the point of the axis at height 0"}.required(),
            Field{"axis", &RevolvedShape::axis, "1", any_value(), "its direction; its length does not matter"},
            Field{"profile", &RevolvedShape::profile, "", any_value(),
                  "the corners of the matter's outline, in order; the last is joined to the first"}
                .required(),
            Field{"stretch", &RevolvedShape::stretch, "1", above(0),
                  "factors along x, y and z about its middle, applied first"}
                .silent(),
            Field{"rotation", &RevolvedShape::rotation, "deg", any_value(),
                  "turns about x, then y, then z, through its middle, applied next"}
                .silent());
    }
    // Why the parameters describe no shape, or null.
    const char* fault() const;
    Real signed_distance(const Vec3& p) const;  // negative inside
    Box3 bounds() const;
    Vec3 middle() const;  // of its axis
};

// A closed mesh with edges of at most about the given length, and at least 96 of them around.
TriangleMesh triangulate(const RevolvedShape& shape, Real edge);

}  // namespace lamella
