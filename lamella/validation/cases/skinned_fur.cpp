// Fur on a ball (Lee et al. 2019, section 5 and figure 10): the layer of hairs over its upper half is full of water and
// drips, once with the hairs and once as bare skin with the same water around it. Lengths are in radii R of the ball,
// accelerations in g, times in sqrt(R / g): with R = 0.25 m one second is 6.26 of them. Hairs and liquid are real ones
// on such a ball: hairs of 40 micrometres, of which a tenth of the layer consists at the roots, and water.
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/fur/fur_growth.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kShare = 0.1;    // of hair at the roots
constexpr double kRadius = 0.01;  // of a strand, a lock of some thousand hairs
constexpr double kLength = 0.2;
constexpr double kHair = 4e-5 / 0.25;   // radius of a hair
constexpr double kViscosity = 2.55e-6;  // 1e-6 m^2/s over sqrt(g R^3)
constexpr double kCourant = 2.0;
constexpr double kLongestStep = 0.1;
const std::string kTrial = "a trial program that was measured before this one";

struct Furred {
    RootedStrands strands;
    std::shared_ptr<const FurCells> cells;
    std::shared_ptr<const SkinnedTets> mesh;
};

Furred furred_ball(const TriangleMesh& skin, const SkinnedTets& bare, double thicker = 1.0) {
    FurGrowth growth;
    growth.density = static_cast<Real>(kShare / (std::numbers::pi * kRadius * kRadius));
    growth.length = static_cast<Real>(kLength);
    growth.radius = static_cast<Real>(kHair);
    growth.hairs = static_cast<Real>(kRadius * kRadius / (kHair * kHair));
    growth.tip = 1.0f;
    growth.scatter = 0.0f;
    Furred furred;
    furred.strands = grow_fur(skin, growth, nullptr, 1);
    furred.cells = std::make_shared<const FurCells>(bare, furred.strands, thicker * kViscosity, 1.0, "ball");
    SkinnedTets tets = bare;
    tets.pores = furred.cells->pores();
    furred.mesh = std::make_shared<const SkinnedTets>(std::move(tets));
    return furred;
}

CarriedWater soaked(const std::shared_ptr<const SkinnedTets>& mesh, const std::shared_ptr<const FurCells>& fur) {
    CarriedWaterOptions options;
    options.forces.gravity = Vec3(0, -1, 0);
    options.fur = fur;
    CarriedWater water(mesh, options, mesh->lattice.positions);
    water.fill([](const Vec3& x) { return x.y() > 0.0f && static_cast<double>(x.norm()) < 1.0 + kLength; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    return water;
}

struct Dripping {
    std::vector<double> times{0.0}, shares{1.0};  // of the water that is in the mesh
    std::int64_t change = 0;                      // of the volume
    std::int64_t in_skin = 0;                     // volume in cells inside the skin
    double kept = 0.0;                            // in fur at the end over that at the start

    // When the share was `share` first; the end where it never was.
    double time_of(double share) const {
        for (std::size_t k = 1; k < times.size(); ++k)
            if (shares[k] <= share)
                return std::lerp(times[k - 1], times[k], (shares[k - 1] - share) / (shares[k - 1] - shares[k]));
        return times.back();
    }
};

double in_fur(const CarriedWater& water) {
    double volume = 0.0;
    for (const Index cell : water.water().wet)
        if (water.mesh().pore(cell) < 1.0f) volume += static_cast<double>(water.water().amounts[cell].volume);
    return volume;
}

Dripping drip(const Run& run, CarriedWater water, double end, double least_share) {
    const std::int64_t volume = water.total().volume;
    const double at_first = in_fur(water);
    Dripping result;
    while (result.times.back() < end && result.shares.back() > least_share) {
        run.throw_if_stopped();
        const double t = result.times.back();
        const double dt = std::min({kLongestStep, kCourant * water.mesh().cell / water.speed(), end - t});
        water.step(water.mesh().lattice.positions, dt);
        result.times.push_back(t + dt);
        result.shares.push_back(static_cast<double>(water.water().total().volume) / static_cast<double>(volume));
        result.change += std::abs(water.total().volume - volume);
        for (const Index cell : water.water().wet)
            if (water.mesh().solid(cell)) result.in_skin += water.water().amounts[cell].volume;
    }
    result.kept = in_fur(water) / at_first;
    return result;
}

// Cells with hair that were filled as if there was none keep as much as their pores hold, to the unit.
std::int64_t too_much_or_too_little(const Furred& furred) {
    WaterCells water(furred.mesh->tet_count());
    std::vector<Index> wet;
    for (Index c = 0; c < furred.mesh->tet_count(); ++c) {
        if (!furred.cells->has(c)) continue;
        water.amounts[c] = WaterAmount::of(kFullCell / 8 * furred.mesh->open_count(c), Vec3::Zero());
        wet.push_back(c);
    }
    water.renew_wet(wet);
    const std::vector<Vec3> rest = furred.mesh->rest_positions();
    const MeshStep still{*furred.mesh, rest, rest, 1.0};
    push_out(still, water);
    std::int64_t sum = 0;
    for (const Index c : wet) sum += std::abs(water.amounts[c].volume - capacity_of(still, c));
    return sum;
}

double strand_volume(const RootedStrands& fur) {
    return fur.strands.count() * std::numbers::pi * kRadius * kRadius * kLength;
}

}  // namespace

void measure_skinned_fur(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const TriangleMesh skin = triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.05f);
    const SkinnedTets bare = make_skinned_tets(MeshDistance(skin), {options.full ? 0.125 : 0.18, 1, 0.5}, "ball");
    const Furred furred = furred_ball(skin, bare);
    const auto add = [&](const std::string& what, const char* unit, double measured, double reference,
                         Tolerance tolerance, const std::string& source) {
        result.measurements.push_back({what, unit, measured, reference, tolerance, source});
    };
    add("hair in tetrahedra, over the volume of the strands", "1",
        furred.cells->hair_volume() / strand_volume(furred.strands), 1.0, absolute(0.02), "the strands themselves");
    add("soaked volume less pore volume, over all tetrahedra", "units",
        static_cast<double>(too_much_or_too_little(furred)), 0.0, absolute(0.0), "whole numbers");
    const Dripping from_skin =
        drip(run, soaked(std::make_shared<const SkinnedTets>(bare), nullptr), 8.0, options.full ? 0.02 : 0.4);
    const double half = from_skin.time_of(0.5);
    const Dripping from_fur = drip(run, soaked(furred.mesh, furred.cells), 10.0 * half, 0.1);
    add("half-time of dripping from bare skin", "sqrt(R/g)", half, 1.8, reported(), kTrial);
    add("share in the fur after ten half-times of bare skin", "1", from_fur.shares.back(), 0.5, lower_bound(),
        "the half-time is to be ten times as long");
    const Dripping honey = drip(run, soaked(furred.mesh, furred_ball(skin, bare, 1e6).cells), 1.0, 0.0);
    add("share kept in the fur for one unit of time with a viscosity a million times as large", "1", honey.kept, 1.0,
        reported(), "the drag is implicit; the outermost hairs share the speed of the water beside them");
    add("change of the volume, all together", "units",
        static_cast<double>(from_skin.change + from_fur.change + honey.change), 0.0, absolute(0.0), "whole numbers");
    add("volume within the skin, all together", "units",
        static_cast<double>(from_skin.in_skin + from_fur.in_skin + honey.in_skin), 0.0, absolute(0.0),
        "nothing leaves through the skin");
}

}  // namespace lamella
