// A column of water comes down on a ball (Lee et al. 2019, figures 3, 4 and 7): where it leaves the ball, and how much
// still clings to it after a second, for several adhesions and drags along the skin. Lengths are in radii R of the
// ball, accelerations in g, times in sqrt(R / g): with R = 0.25 m one second is 6.26 of them.
//
// Water that slides without friction leaves a ball that pulls with the constant acceleration alpha where
//     cos(theta) = (2 - alpha / g) / 3;
// the reference is that of a point that goes on to the border of the mesh, 1.5 R from the centre, from an integration
// of its path with the pull as it weakens with the distance.
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kSecond = 6.26;
constexpr double kLongestStep = 0.05;
constexpr double kCourant = 2.0;

std::shared_ptr<const SkinnedTets> around_ball(double cell) {
    const MeshDistance ball(triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.05f));
    return std::make_shared<const SkinnedTets>(make_skinned_tets(ball, {cell, 1, 0.5}, "ball"));
}

struct Clinging {
    double share = 0.0;       // in the mesh at the end
    double exit_angle = 0.0;  // from the top, degrees: where water left the mesh, mean by volume
    std::int64_t change = 0;  // of the volume
    Index held = 0;           // cells that stayed overfull
};

Clinging pour(const Run& run, const std::shared_ptr<const SkinnedTets>& mesh, double adhesion, double drag) {
    CarriedWaterOptions options;
    options.forces.gravity = Vec3(0, -1, 0);
    options.forces.adhesion.assign(mesh->node_distances.size(), static_cast<Real>(adhesion));
    options.forces.adhesion_reach = 0.2f;
    options.forces.drag = static_cast<Real>(drag);
    options.forces.drag_reach = static_cast<Real>(mesh->cell);
    CarriedWater water(mesh, options, mesh->lattice.positions);
    water.fill([](const Vec3& x) { return std::hypot(x.x(), x.z()) < 0.3f && x.y() > 0.0f && x.y() < 1.4f; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    const std::int64_t volume = water.total().volume;
    Clinging result;
    double left = 0.0, angles = 0.0;
    for (double t = 0.0; t < kSecond;) {
        run.throw_if_stopped();
        const double dt = std::min({kLongestStep, kCourant * mesh->cell / water.speed(), kSecond - t});
        const CarriedWaterStep step = water.step(mesh->lattice.positions, dt);
        t += dt;
        result.held += step.held;
        const std::vector<Drop>& drops = water.drops().list;
        for (std::size_t k = drops.size() - std::min<std::size_t>(drops.size(), step.drops_born); k < drops.size();
             ++k) {
            const auto amount = static_cast<double>(drops[k].amount.volume);
            left += amount;
            angles += amount * std::acos(drops[k].position.normalized().y());
        }
    }
    result.share = static_cast<double>(water.water().total().volume) / static_cast<double>(volume);
    result.exit_angle = angles / left * 180.0 / std::numbers::pi;
    result.change = water.total().volume - volume;
    return result;
}

struct Pour {
    double adhesion, drag;
    double share;  // bar: at least this, or at most where it is negative; 0: none
    double angle;  // 0: not looked at
};

}  // namespace

void measure_skinned_ball(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const auto mesh = around_ball(0.125);  // the bars are those of this size
    std::int64_t change = 0;
    Index held = 0;
    std::vector<Pour> pours{{0, 0, -0.06, 116.1}, {3, 0, -0.06, 172.6}, {3, 1, 0.75, 0}};
    if (options.full) pours.insert(pours.end(), {{1, 0, -0.06, 140.4}, {12, 0, 0.4, 0}, {3, 5, 0.98, 0}});
    for (const Pour& of : pours) {
        const Clinging what = pour(run, mesh, of.adhesion, of.drag);
        const std::string name = fmt::format("adhesion {:g} g, drag {:g}", of.adhesion, of.drag);
        change += std::abs(what.change);
        held += what.held;
        if (of.share != 0.0)
            result.measurements.push_back({name + ": share on the ball after a second", "1", what.share,
                                           std::abs(of.share), of.share > 0.0 ? lower_bound() : upper_bound(),
                                           "a trial program that was measured before this one"});
        if (of.angle != 0.0)
            result.measurements.push_back({name + ": angle from the top where water leaves", "degrees", what.exit_angle,
                                           of.angle, absolute(8.0), "a point without friction"});
    }
    result.measurements.push_back({"change of the volume, all together", "units", static_cast<double>(change), 0.0,
                                   absolute(0.0), "whole numbers"});
    result.measurements.push_back({"cells that stay overfull, all together", "", static_cast<double>(held), 0.0,
                                   absolute(0.0), "push-out in the order of the distance"});
}

}  // namespace lamella
