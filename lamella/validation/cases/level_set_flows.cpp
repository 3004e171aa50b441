// The transport of particle level sets in flows that are known as formulas (Enright 2002, section 5): Zalesak's disc,
// the vortex, and a ball that is drawn into a sheet. The error E1 is the volume between the surface and the exact one
// at the end, over the cube of edge 1.
#include <lamella/level_set_liquid/level_set_flow.hpp>
#include <lamella/prescribed/velocity_fields.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kCourant = 2.0;

double disc(const Vec3d& x) { return std::hypot(x.x() - 0.5, x.y() - 0.75) - 0.15; }

double slotted_disc(const Vec3d& x) {
    return std::max(disc(x), -std::max(std::abs(x.x() - 0.5) - 0.025, x.y() - 0.85));
}

double ball(const Vec3d& x) { return (x - Vec3d::Constant(0.35)).norm() - 0.15; }

template <class Field>
LevelSetFlow::Flow flow_of(const Field& field) {
    return [field](const Vec3d& x, double t) { return field.velocity(x, t); };
}

// A shape that is at its start again at the end.
struct Return {
    std::string name;
    double change_allowed;  // of the volume
    double error_allowed;   // E1
    std::string source;
};

void add_return(const Run& run, const Return& what, LevelSetFlow flow, const LevelSetFlow::Distance& shape, double end,
                CaseResult& result) {
    constexpr int kParts = 8;  // between which a run may be stopped
    const double before = flow.volume();
    for (int k = 1; k <= kParts; ++k) {
        run.throw_if_stopped();
        flow.run_until(end * k / kParts, kCourant);
    }
    result.measurements.push_back({what.name + ": change of the volume", "1", flow.volume() / before - 1.0, 0.0,
                                   absolute(what.change_allowed), what.source});
    result.measurements.push_back({what.name + ": volume between the surface and the exact one", "m^3",
                                   flow.difference(shape), what.error_allowed, upper_bound(),
                                   "measured when the case was made, and a third more"});
}

}  // namespace

void measure_level_set_flows(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Index cells = options.full ? 200 : 100;
    RigidRotationField turn;
    turn.centre = Vec3(0.5f, 0.5f, 0.0f);
    turn.angular_velocity = Vec3(0.0f, 0.0f, 2.0f * std::numbers::pi_v<Real>);
    const LevelSetOptions plane{16, 0, true};
    add_return(
        run,
        {fmt::format("Zalesak's disc on {}^2 cells, one turn", cells), 0.0031, 7.6e-4, "Enright 2002 loses 0.31 %"},
        LevelSetFlow(flow_of(turn), slotted_disc, cells, plane), slotted_disc, 1.0, result);
    VortexField vortex;
    vortex.period = options.full ? 8.0f : 4.0f;
    add_return(
        run,
        {fmt::format("vortex of period {:g} on {}^2 cells", vortex.period, cells), 0.01, 9.6e-4, "one in a hundred"},
        LevelSetFlow(flow_of(vortex), disc, cells, plane), disc, static_cast<double>(vortex.period), result);
}

void measure_level_set_deformation(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Index cells = options.full ? 100 : 40;
    const EnrightField field;
    add_return(
        run,
        {fmt::format("ball on {}^3 cells, drawn into a sheet and back", cells), options.full ? 0.035 : 0.09,
         options.full ? 6.8e-4 : 1.5e-3, options.full ? "Enright 2002 loses 2.6 %" : "a sheet thinner than a cell"},
        LevelSetFlow(flow_of(field), ball, cells, {options.full ? 64 : 32, 0, false}), ball, 3.0, result);
}

}  // namespace lamella
