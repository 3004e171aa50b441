// Velocities that are known as formulas: the test bed of sheets, springs and surfaces. Places are absolute.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>
#include <lamella/matter/solver_parameters.hpp>

#include <optional>
#include <variant>

namespace lamella {

// With X = pi x and so on, in a cube of edge 1:
//     u = 2 sin^2 X sin 2Y sin 2Z,  v = -sin 2X sin^2 Y sin 2Z,  w = -sin 2X sin 2Y sin^2 Z,  all times cos(pi t /
//     period)
// (LeVeque 1996, section 9; with a ball of radius 0.15 at (0.35, 0.35, 0.35) the test of Enright 2002).
struct EnrightField {
    static constexpr const char* name = "enright";
    static constexpr const char* sentence =
        "two vortices that draw a ball into a thin sheet and back (LeVeque 1996; Enright 2002)";

    Vec3 corner = Vec3::Zero();
    Real edge = 1.0f;
    Real period = 3.0f;

    Vec3d velocity(const Vec3d& x, double t) const;
    static std::optional<ParameterFault> fault() { return {}; }

    static constexpr auto fields() {
        return field_list(Field{"corner", &EnrightField::corner, "m", any_value(), "the lowest corner of its cube"},
                          Field{"edge", &EnrightField::edge, "m", above(0), "the edge of its cube"},
                          Field{"period", &EnrightField::period, "s", above(0), "when everything is back"});
    }
};

// u = sin^2 X sin 2Y, v = -sin 2X sin^2 Y, times cos(pi t / period): the single vortex of Enright 2002.
struct VortexField {
    static constexpr const char* name = "vortex";
    static constexpr const char* sentence = "one vortex about the z axis that turns back (Enright 2002)";

    Vec3 corner = Vec3::Zero();
    Real edge = 1.0f;
    Real period = 8.0f;

    Vec3d velocity(const Vec3d& x, double t) const;
    static std::optional<ParameterFault> fault() { return {}; }

    static constexpr auto fields() {
        return field_list(Field{"corner", &VortexField::corner, "m", any_value(), "the lowest corner of its square"},
                          Field{"edge", &VortexField::edge, "m", above(0), "the edge of its square"},
                          Field{"period", &VortexField::period, "s", above(0), "when everything is back"});
    }
};

// u = 2 sin a cos b cos c, v = -cos a sin b cos c, w = -cos a cos b sin c with a = 2 pi x / wavelength and so on, times
// half of the speed.
struct CellularField {
    static constexpr const char* name = "cellular";
    static constexpr const char* sentence = "a steady flow in cells that repeat along all axes";

    Real wavelength = 1.0f;
    Real speed = 1.0f;

    Vec3d velocity(const Vec3d& x, double t) const;
    static std::optional<ParameterFault> fault() { return {}; }

    static constexpr auto fields() {
        return field_list(Field{"wavelength", &CellularField::wavelength, "m", above(0), "two cells"},
                          Field{"speed", &CellularField::speed, "m/s", above(0), "the largest speed"});
    }
};

// v = r / (t + age) across the axis and -2 z / (t + age) along it: every piece flies straight on.
struct ExpandingDiscField {
    static constexpr const char* name = "expanding_disc";
    static constexpr const char* sentence =
        "a disc that grows in proportion to time and thins without changing its volume";

    Vec3 centre = Vec3::Zero();
    Vec3 axis = Vec3(0.0f, 1.0f, 0.0f);
    Real age = 1.0f;

    Vec3d velocity(const Vec3d& x, double t) const;
    std::optional<ParameterFault> fault() const {
        if (!axis.isZero(0.0f)) return {};
        return ParameterFault{"axis", "a direction of length zero points nowhere"};
    }

    static constexpr auto fields() {
        return field_list(
            Field{"centre", &ExpandingDiscField::centre, "m", any_value(), "what does not move"},
            Field{"axis", &ExpandingDiscField::axis, "1", any_value(), "across the disc; any length but zero"},
            Field{"age", &ExpandingDiscField::age, "s", above(0), "after this time its radius has doubled"});
    }
};

struct RigidRotationField {
    static constexpr const char* name = "rigid_rotation";
    static constexpr const char* sentence = "everything turns about an axis";

    Vec3 centre = Vec3::Zero();
    Vec3 angular_velocity = Vec3(0.0f, 0.0f, 1.0f);

    Vec3d velocity(const Vec3d& x, double t) const;
    static std::optional<ParameterFault> fault() { return {}; }

    static constexpr auto fields() {
        return field_list(
            Field{"centre", &RigidRotationField::centre, "m", any_value(), "a point of the axis"},
            Field{"angular_velocity", &RigidRotationField::angular_velocity, "rad/s", any_value(), "along the axis"});
    }
};

using VelocityField = std::variant<EnrightField, VortexField, CellularField, ExpandingDiscField, RigidRotationField>;

inline Vec3d velocity_at(const VelocityField& field, const Vec3d& x, double t) {
    return std::visit([&](const auto& f) { return f.velocity(x, t); }, field);
}

// Where what is at x at the time t is after dt: the classical scheme of Runge and Kutta.
Vec3d carried(const VelocityField& field, const Vec3d& x, double t, double dt);

}  // namespace lamella
