// What a scene's `output.probes` says: places at which the simulation is measured, a row every step.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <string>
#include <variant>

namespace lamella {

struct PointProbe {
    static constexpr const char* name = "point";
    static constexpr const char* sentence = "pressure and velocity of the liquid at a point";
    Vec3 at = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(Field{"at", &PointProbe::at, "m", any_value(), "the point"}.required());
    }
    static const char* fault() { return nullptr; }
};

struct HeightProbe {
    static constexpr const char* name = "height";
    static constexpr const char* sentence = "where the liquid's surface cuts a line";
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(
            Field{"from", &HeightProbe::from, "m", any_value(), "where the line begins, at the foot of the liquid"}
                .required(),
            Field{"to", &HeightProbe::to, "m", any_value(), "where it ends, above the liquid"}.required());
    }
    const char* fault() const { return from == to ? "the line has no length" : nullptr; }
};

struct FluxProbe {
    static constexpr const char* name = "flux";
    static constexpr const char* sentence = "how much liquid flows through a rectangle";
    Vec3 corner = Vec3::Zero();
    Vec3 x_edge = Vec3::Zero();
    Vec3 y_edge = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(
            Field{"corner", &FluxProbe::corner, "m", any_value(), "a corner of the rectangle"}.required(),
            Field{"x_edge", &FluxProbe::x_edge, "m", any_value(), "from there to the next corner"}.required(),
            Field{"y_edge", &FluxProbe::y_edge, "m", any_value(),
                  "and to the other one; what flows along the vector "
                  "product of x_edge and y_edge counts as positive"}
                .required());
    }
    const char* fault() const {
        if (cross(x_edge, y_edge).isZero(0.0f)) return "the rectangle has no area";
        const Real slant = x_edge.normalized().dot(y_edge.normalized());
        return slant > 1e-3f || slant < -1e-3f ? "x_edge and y_edge are not at right angles" : nullptr;
    }
};

struct ForceProbe {
    static constexpr const char* name = "force";
    static constexpr const char* sentence = "force and torque of the liquid on an obstacle, or on the domain's walls";
    std::string body;

    static constexpr auto fields() {
        return field_list(
            Field{"body", &ForceProbe::body, "", any_value(), "the obstacle; without one, the walls of the domain"});
    }
    static const char* fault() { return nullptr; }
};

using Probe = std::variant<PointProbe, HeightProbe, FluxProbe, ForceProbe>;

struct NamedProbe {
    std::string name;
    Probe probe;

    static constexpr auto fields() {
        return field_list(
            Field{"name", &NamedProbe::name, "", range(1, 64), "names its file: letters, digits, '_' and '-'"}
                .required(),
            Field{"", &NamedProbe::probe, "", any_value(), "what is measured"});
    }
};

// What a solver has to keep for probes.
struct ProbeNeeds {
    bool pressure = false;
    bool wall_loads = false;  // on the domain's walls
};

}  // namespace lamella
