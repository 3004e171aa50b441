// Volume of fluid on tetrahedra in flows that are given: how fast and how straight a blob goes, what a mesh that moves
// with the water keeps of it, and Enright's flow, which draws a ball into a sheet and back.
#include <lamella/prescribed/velocity_fields.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

const std::string kTrial = "a trial program that was measured before this one";
const CarriedWater::Flow kRest = [](const Vec3&) { return Vec3(Vec3::Zero()); };

CarriedWater water_in_box(const Box3& box, double cell, double condense = 0.2) {
    const auto mesh = std::make_shared<const SkinnedTets>(make_open_tets(box, cell, 0));
    CarriedWaterOptions options;
    options.condense = condense;
    return {mesh, options, mesh->lattice.positions};
}

std::function<bool(const Vec3&)> ball(const Vec3& centre, double radius) {
    return [=](const Vec3& x) { return static_cast<double>((x - centre).norm()) < radius; };
}

// The share of the water that is in other cells than at a former moment.
double misplaced(const WaterCells& before, const CarriedWater& after) {
    std::int64_t sum = 0;
    for (std::size_t c = 0; c < before.amounts.size(); ++c)
        sum += std::abs(after.water().amounts[c].volume - before.amounts[c].volume);
    return static_cast<double>(sum) / 2.0 / static_cast<double>(before.total().volume);
}

struct Blob {
    Vec3d centre = Vec3d::Zero();
    double square = 0.0;  // of the radius of gyration
};

Blob blob_of(const CarriedWater& water) {
    Blob blob;
    const auto total = static_cast<double>(water.water().total().volume);
    for (const bool second : {false, true})
        for (const Index cell : water.water().wet) {
            const double share = static_cast<double>(water.water().amounts[cell].volume) / total;
            const Vec3d x = middle_of(water.mesh().tets[cell], water.positions()).cast<double>();
            if (second)
                blob.square += share * (x - blob.centre).squaredNorm();
            else
                blob.centre += share * x;
        }
    return blob;
}

void note_volume(std::int64_t change, const std::string& name, CaseResult& result) {
    result.measurements.push_back(
        {name + ": change of the volume", "units", static_cast<double>(change), 0.0, absolute(0.0), "whole numbers"});
}

void add_straight_way(const Run& run, double courant, CaseResult& result) {
    constexpr double h = 0.125, kWay = 12.0;  // long edges
    CarriedWater water = water_in_box({{-0.5f, -0.5f, -0.5f}, {2.0f, 1.6f, 1.3f}}, h, courant < 0.5 ? 0.0 : 0.2);
    water.fill(ball(Vec3::Zero(), 2.8 * h), kRest);
    const Blob start = blob_of(water);
    const std::int64_t volume = water.total().volume;
    const Vec3d ahead = Vec3d(0.8, 0.55, 0.3).normalized();
    const auto steps = static_cast<int>(std::lround(kWay / courant));
    for (int k = 0; k < steps; ++k) {
        run.throw_if_stopped();
        water.step_in_flow(water.mesh().lattice.positions, 1.0 / steps,
                           [&](const Vec3&) { return Vec3((kWay * h * ahead).cast<Real>()); });
    }
    const Blob end = blob_of(water);
    const Vec3d gone = end.centre - start.centre;
    const std::string name = fmt::format("blob on a straight way, Courant {:g}", courant);
    result.measurements.push_back({name + ": speed over that of the flow", "1", gone.dot(ahead) / (kWay * h), 1.0,
                                   absolute(0.015), kTrial + ": 0.994 to 1.001"});
    result.measurements.push_back({name + ": drift to the side in 12 cells", "cells",
                                   (gone - gone.dot(ahead) * ahead).norm() / h, 0.1, upper_bound(),
                                   kTrial + ": at most 0.06"});
    if (courant == 0.5)
        result.measurements.push_back({name + ": spreading, over speed and cell", "1",
                                       (end.square - start.square) / (6.0 * kWay * h * h), 0.035, upper_bound(),
                                       kTrial + ": 0.014 to 0.034"});
    note_volume(water.total().volume - volume, name, result);
}

Vec3 turned(const Vec3& p, double angle) {
    const auto c = static_cast<Real>(std::cos(angle)), s = static_cast<Real>(std::sin(angle));
    return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
}

// Where a point of the mesh at rest is at a time; the inverse says which point is there.
struct Deformation {
    std::function<Vec3(const Vec3&, double)> at, inverse;
};

void add_moving_mesh(const Run& run, const std::string& name, const Deformation& moves, double end, int steps,
                     Tolerance tolerance, double reference, CaseResult& result) {
    constexpr double h = 0.125;
    CarriedWater water = water_in_box({{-1.5f, -1.5f, -0.45f}, {1.5f, 1.5f, 0.45f}}, h);
    water.fill(ball({0.95f, 0, 0}, 2.4 * h), kRest);
    const WaterCells before = water.water();
    const double dt = end / steps;
    for (int k = 0; k < steps; ++k) {
        run.throw_if_stopped();
        std::vector<Vec3> lattice = water.mesh().lattice.positions;
        for (Vec3& p : lattice) p = moves.at(p, (k + 1) * dt);
        const auto chord = [&](const Vec3& x) {
            return Vec3((moves.at(moves.inverse(x, k * dt), (k + 1) * dt) - x) / static_cast<Real>(dt));
        };
        water.step_in_flow(std::move(lattice), dt, chord);
    }
    result.measurements.push_back(
        {name + ": share of the water in other cells", "1", misplaced(before, water), reference, tolerance, kTrial});
    note_volume(water.total().volume - before.total().volume, name, result);
}

Deformation turning() {
    return {[](const Vec3& p, double t) { return turned(p, t); },
            [](const Vec3& x, double t) { return turned(x, -t); }};
}

// Twisted by up to half a radian a metre and widened by up to 15 %, in one period of one second.
Deformation breathing() {
    const auto phase = [](double t) { return std::sin(2.0 * std::numbers::pi * t); };
    const auto wide = [=](double t) { return static_cast<Real>(1.0 + 0.15 * phase(t)); };
    return {[=](const Vec3& p, double t) {
                const Vec3 q = turned(p, 0.5 * phase(t) * static_cast<double>(p.z()));
                return Vec3(wide(t) * q.x(), wide(t) * q.y(), q.z());
            },
            [=](const Vec3& x, double t) {
                const Vec3 q(x.x() / wide(t), x.y() / wide(t), x.z());
                return turned(q, -0.5 * phase(t) * static_cast<double>(q.z()));
            }};
}

// E1 is the sum over cells of |volume at the end - volume at the start|, in the cube of edge 1.
void add_enright(const Run& run, double cell, double courant, CaseResult& result) {
    const EnrightField field;
    CarriedWater water = water_in_box({Vec3::Zero(), Vec3::Ones()}, cell);
    water.fill(ball(Vec3::Constant(0.35f), 0.15), kRest);
    const WaterCells before = water.water();
    constexpr double kPeriod = 3.0, kFastest = 2.0;
    const auto steps = static_cast<int>(std::ceil(kPeriod * kFastest / (courant * cell)));
    const double dt = kPeriod / steps;
    for (int k = 0; k < steps; ++k) {
        run.throw_if_stopped();
        water.step_in_flow(water.mesh().lattice.positions, dt, [&](const Vec3& x) {
            return Vec3(field.velocity(x.cast<double>(), (k + 0.5) * dt).cast<Real>());
        });
    }
    const std::string name =
        fmt::format("ball drawn into a sheet and back, {} cells, Courant {:g}", water.mesh().tet_count(), courant);
    result.measurements.push_back({name + ": E1", "m^3",
                                   2.0 * misplaced(before, water) * water.cubic_metres(before.total().volume), 0.0,
                                   reported(), "plicRDF, a geometric method, 1.32e-2 (34k cells) and 6.3e-3 (255k)"});
    note_volume(water.total().volume - before.total().volume, name, result);
}

}  // namespace

void measure_skinned_transport(const Run& run, const ValidateOptions& options, CaseResult& result) {
    for (const double courant : {0.25, 0.5, 1.0})
        if (options.full || courant > 0.25) add_straight_way(run, courant, result);
    const double turn = 2.0 * std::numbers::pi;
    add_moving_mesh(run, "one turn with the mesh", turning(), turn, 126, upper_bound(), 0.05, result);
    add_moving_mesh(run, "mesh that twists and breathes", breathing(), 1.0, 60, reported(), 0.26, result);
    const double cell = std::cbrt(12.0 / (options.full ? 255e3 : 34e3));
    for (const double courant : {1.0, 4.0}) add_enright(run, cell, courant, result);
}

}  // namespace lamella
