// How a picture or a pattern lies on a surface: which of its places belongs to a point. u goes to the right and v
// upwards, each from 0 to 1 over the picture, which is repeated without end.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <variant>

namespace lamella {

struct UvProjection {
    static constexpr const char* name = "uv";
    static constexpr const char* sentence = "by the texture coordinates (uv) of the vertices";

    static constexpr auto fields() { return field_list(); }
    const char* fault() const { return nullptr; }
    Vec3 place_of(const Vec3&, const Vec3& uv) const { return uv; }
};

struct PlanarProjection {
    static constexpr const char* name = "planar";
    static constexpr const char* sentence = "thrown along a direction, the same on both sides";
    Vec3 centre = Vec3::Zero();
    Vec3 direction = -Vec3::UnitZ();
    Vec3 up = Vec3::UnitY();
    Real width = 1.0f;
    Real height = 1.0f;

    static constexpr auto fields() {
        return field_list(
            Field{"centre", &PlanarProjection::centre, "m", any_value(), "a point under the middle of the picture"},
            Field{"direction", &PlanarProjection::direction, "1", any_value(),
                  "the direction in which it is thrown; its length does not matter"},
            Field{"up", &PlanarProjection::up, "1", any_value(), "what is up in the picture"},
            Field{"width", &PlanarProjection::width, "m", above(0), "width of the picture"},
            Field{"height", &PlanarProjection::height, "m", above(0), "height of the picture"});
    }
    const char* fault() const;  // why it is none, or null
    Vec3 place_of(const Vec3& p, const Vec3& uv) const;
};

struct SphericalProjection {
    static constexpr const char* name = "spherical";
    static constexpr const char* sentence = "around a point, longitude to the right and latitude upwards";
    Vec3 centre = Vec3::Zero();
    Vec3 up = Vec3::UnitY();
    Vec3 front = Vec3::UnitZ();

    static constexpr auto fields() {
        return field_list(
            Field{"centre", &SphericalProjection::centre, "m", any_value(), "the point"},
            Field{"up", &SphericalProjection::up, "1", any_value(), "where the upper border of the picture is"},
            Field{"front", &SphericalProjection::front, "1", any_value(), "where the middle of the picture is"});
    }
    const char* fault() const;
    Vec3 place_of(const Vec3& p, const Vec3& uv) const;
};

struct SolidProjection {
    static constexpr const char* name = "solid";
    static constexpr const char* sentence = "carved out of space: patterns go on into the depth, pictures are extruded";
    Vec3 origin = Vec3::Zero();
    Real size = 1.0f;

    static constexpr auto fields() {
        return field_list(Field{"origin", &SolidProjection::origin, "m", any_value(), "a corner of the pattern"},
                          Field{"size", &SolidProjection::size, "m", above(0), "length of its edges"});
    }
    const char* fault() const { return nullptr; }
    Vec3 place_of(const Vec3& p, const Vec3&) const { return (p - origin) / size; }
};

using Projection = std::variant<UvProjection, PlanarProjection, SphericalProjection, SolidProjection>;

inline Vec3 place_of(const Projection& projection, const Vec3& p, const Vec3& uv) {
    return std::visit([&](const auto& method) { return method.place_of(p, uv); }, projection);
}
inline const char* fault_of(const Projection& projection) {
    return std::visit([](const auto& method) { return method.fault(); }, projection);
}
inline bool needs_uv(const Projection& projection) { return std::holds_alternative<UvProjection>(projection); }

}  // namespace lamella
