// Accelerations in space and time that a scene adds to gravity: a shaken tank, a vortex, an attractor, wind.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <variant>
#include <vector>

namespace lamella {

struct AccelerationKey {
    double time = 0.0;
    Vec3 acceleration = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(Field{"time", &AccelerationKey::time, "s", any_value(), "when"}.required(),
                          Field{"acceleration", &AccelerationKey::acceleration, "m/s^2", any_value(), "how much then"});
    }
};

// The same everywhere: constant, plus what a table says, linear between its keys and constant beyond them.
struct UniformForce {
    static constexpr const char* name = "uniform";
    static constexpr const char* sentence = "the same acceleration everywhere, constant or by a table: a shaken tank";
    Vec3 acceleration = Vec3::Zero();
    std::vector<AccelerationKey> keys;

    static constexpr auto fields() {
        return field_list(
            Field{"acceleration", &UniformForce::acceleration, "m/s^2", any_value(), "at all times"},
            Field{"keys", &UniformForce::keys, "", any_value(), "a table that is added, in the order of its times"});
    }
    const char* fault() const;
    Vec3 at(const Vec3& x, const Vec3& v, double t) const;
    double longest_step() const { return 0.0; }  // any
};

// Around an axis, as if a solid cylinder of the radius turned: in proportion to the distance r within it, with 1 / r
// outside.
struct VortexForce {
    static constexpr const char* name = "vortex";
    static constexpr const char* sentence = "turns liquid around an axis, most at the radius";
    Vec3 centre = Vec3::Zero();
    Vec3 axis = Vec3::UnitY();
    Real strength = 1.0f;
    Real radius = 0.1f;
    Real pull = 0.0f;

    static constexpr auto fields() {
        return field_list(
            Field{"centre", &VortexForce::centre, "m", any_value(), "a point of the axis"}.required(),
            Field{"axis", &VortexForce::axis, "", any_value(),
                  "its direction; liquid turns counter-clockwise seen from where it points"},
            Field{"strength", &VortexForce::strength, "m/s^2", any_value(),
                  "acceleration around the axis at the radius"},
            Field{"radius", &VortexForce::radius, "m", above(0), "where it is strongest"},
            Field{"pull", &VortexForce::pull, "m/s^2", any_value(), "acceleration towards the axis at the radius"});
    }
    const char* fault() const;
    Vec3 at(const Vec3& x, const Vec3& v, double t) const;
    double longest_step() const { return 0.0; }
};

// Towards a point: in proportion to the distance r within the radius, with r^-falloff outside.
struct AttractorForce {
    static constexpr const char* name = "attractor";
    static constexpr const char* sentence = "draws liquid to a point, or drives it away";
    Vec3 centre = Vec3::Zero();
    Real strength = 10.0f;
    Real radius = 0.1f;
    Real falloff = 2.0f;

    static constexpr auto fields() {
        return field_list(Field{"centre", &AttractorForce::centre, "m", any_value(), "the point"}.required(),
                          Field{"strength", &AttractorForce::strength, "m/s^2", any_value(),
                                "acceleration at the radius; negative drives away"},
                          Field{"radius", &AttractorForce::radius, "m", above(0), "where it is strongest"},
                          Field{"falloff", &AttractorForce::falloff, "1", range(0, 8),
                                "power of the distance that it falls with outside"});
    }
    const char* fault() const { return nullptr; }
    Vec3 at(const Vec3& x, const Vec3& v, double t) const;
    double longest_step() const { return 0.0; }
};

// drag (velocity - v)
struct WindForce {
    static constexpr const char* name = "wind";
    static constexpr const char* sentence = "drags liquid along with the velocity of the air";
    Vec3 velocity = Vec3::Zero();
    Real drag = 1.0f;

    static constexpr auto fields() {
        return field_list(Field{"velocity", &WindForce::velocity, "m/s", any_value(), "of the air"}.required(),
                          Field{"drag", &WindForce::drag, "1/s", range(0, 1e4),
                                "acceleration for each m/s by which the liquid differs from it"});
    }
    const char* fault() const { return nullptr; }
    Vec3 at(const Vec3& x, const Vec3& v, double t) const;
    // A step of 1 / drag would stop in one what drag stops by and by.
    double longest_step() const { return drag > 0.0f ? 0.5 / drag : 0.0; }
};

using ForceMethod = std::variant<UniformForce, VortexForce, AttractorForce, WindForce>;

// One entry of a scene's `forces`.
struct ForceField {
    ForceMethod force;
    double start = 0.0;
    double stop = 1e9;

    static constexpr auto fields() {
        return field_list(Field{"", &ForceField::force, "", any_value(), "what it does"},
                          Field{"start", &ForceField::start, "s", any_value(), "from when on"},
                          Field{"stop", &ForceField::stop, "s", any_value(), "until when"});
    }
};

// All of them at once.
class ForceFields {
public:
    ForceFields() = default;
    // Positions are given relative to `origin` later on.
    ForceFields(std::vector<ForceField> forces, const Vec3d& origin);

    bool none() const { return forces_.empty(); }
    Vec3 acceleration(const Vec3& x, const Vec3& v, double t) const;
    // A step that they allow: wind limits it.
    double at_most(double step) const;

private:
    std::vector<ForceField> forces_;
};

}  // namespace lamella
