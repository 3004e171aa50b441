// Spray, foam and bubbles. Flight: a drop thrown upwards against Newton's solution for quadratic drag, falling drops
// against the terminal speeds that Gunn and Kinzer 1949 measured, a bubble that rises in a still pool. Births: where a
// liquid splashes there is spray, where it is at rest or poured slowly there is none.
#include <lamella/cache/ledger.hpp>
#include <lamella/foam/quadratic_drag.hpp>
#include <lamella/foam/whitewater.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

constexpr double kGravity = 9.81;
constexpr Real kSpacing = 0.02f;
constexpr double kFrame = 1.0 / 24.0;

enum : std::size_t { kSpray, kFoam, kBubbles };

Whitewater::Parts one(std::size_t kind, const Vec3& x, const Vec3& v, double radius) {
    Whitewater::Parts parts;
    parts[kind].resize(1);
    parts[kind].add<Vec3Column>("P").set(0, x);
    parts[kind].add<Vec3Column>("v").set(0, v);
    parts[kind].add<IndexColumn>("id");
    parts[kind].add<ScalarColumn>("age");
    parts[kind].add<ScalarColumn>("life")[0] = 1.0f;
    parts[kind].add<ScalarColumn>("pscale")[0] = static_cast<Real>(radius);
    return parts;
}

// Still water, 0.12 m wide and 0.6 m deep.
ParticleSet pool() {
    ParticleSet set;
    for (const char* name : {"P", "v"}) set.add<Vec3Column>(name);
    set.add<IndexColumn>("id");
    set.resize(6 * 30 * 6);
    for (Index i = 0; i < set.size(); ++i) {
        set.positions().set(i, kSpacing * (Vec3i(i % 6, i / 36, i / 6 % 6).cast<Real>() + Vec3::Constant(0.5f)));
        set.get<IndexColumn>("id")[i] = i;
    }
    return set;
}

// Flies over, or rises in, a still pool.
class Flight {
public:
    Flight(std::size_t kind, const Vec3& x, const Vec3& v, double radius)
        : liquid_(kFrame, kSpacing, {}), water_({}, setup(), one(kind, x, v, radius), 1) {
        liquid_.add(pool(), pool());
        place_.domain.box = {Vec3(0.0f, -1000.0f, 0.0f), Vec3(0.12f, 1000.0f, 0.12f)};
    }
    void frames(int count) {
        for (int k = 0; k < count; ++k) water_.advance({}, liquid_, place_, 0.0, kFrame, 2);
    }
    double height() const { return water_.particles().size() == 1 ? water_.particles().positions()[0].y() : NAN; }

private:
    static WhitewaterSetup setup() {
        WhitewaterSetup s;
        s.spacing = kSpacing;
        return s;
    }
    LiquidBetween liquid_;
    Whitewater water_;
    WhitewaterPlace place_;
};

double thrown_height(double u, double c, double t) {
    const double terminal = std::sqrt(kGravity / c), a = std::atan(u / terminal);
    return terminal * terminal / kGravity * std::log(std::cos(a - kGravity * t / terminal) / std::cos(a));
}

double falling_speed(double radius) {
    Flight drop(kSpray, Vec3(0.06f, 500.0f, 0.06f), Vec3::Zero(), radius);
    drop.frames(240);
    const double before = drop.height();
    drop.frames(24);
    return before - drop.height();
}

double rising_speed() {
    Flight bubble(kBubbles, Vec3(0.06f, 0.1f, 0.06f), Vec3::Zero(), 0.002);
    bubble.frames(12);
    const double before = bubble.height();
    bubble.frames(12);
    return (bubble.height() - before) / (12 * kFrame);
}

constexpr const char* kSplash = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [0.3, 0.3, 0.3]}, "frame_rate": 50, "frames": 10,
  "particle_spacing": 0.01, "fluids": [{"name": "water", "viscosity": 0.001, "shapes": [
    {"type": "box", "min": [0, 0, 0], "max": [0.3, 0.04, 0.3]},
    {"type": "sphere", "centre": [0.15, 0.15, 0.15], "radius": 0.05, "velocity": [0, -1, 0], "lattice": "hexagonal"}]}],
  "foam": {}})";

constexpr const char* kDamBreak = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [0.8, 0.8, 0.12]}, "frame_rate": 40, "frames": 26,
  "particle_spacing": 0.02, "fluids": [{"name": "water", "viscosity": 0.001, "shapes": [
    {"type": "box", "min": [0, 0, 0], "max": [0.26, 0.5, 0.12]}]}],
  "solver": {"type": "flip"}, "foam": {}})";

constexpr const char* kStill = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [0.2, 0.3, 0.2]}, "frame_rate": 50, "frames": 11,
  "particle_spacing": 0.02, "fluids": [{"name": "water", "viscosity": 0.001, "shapes": [
    {"type": "box", "min": [0, 0, 0], "max": [0.2, 0.16, 0.2]}]}],
  "foam": {}})";

constexpr const char* kPour = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [0.16, 0.12, 0.16]}, "frame_rate": 25, "frames": 11,
  "particle_spacing": 0.008, "fluids": [{"name": "water", "viscosity": 0.001, "shapes": [
    {"type": "box", "min": [0, 0, 0], "max": [0.16, 0.03, 0.16]}], "emitters": [
    {"type": "disc", "centre": [0.08, 0.07, 0.08], "direction": [0, -1, 0], "radius": 0.02, "speed": 0.3}]}],
  "foam": {}})";

// What the ledger of a run says of its whitewater.
struct Counts {
    double born = 0.0;
    double most_spray = 0.0;
    double imbalance = 0.0;  // of any frame
};

Counts counts_of(const Run& run, const ValidateOptions& options, const std::string& name, const char* scene) {
    StageOptions stage;
    stage.overwrite = true;
    stage.command_line = "lamella validate foam_births";
    const std::filesystem::path folder = options.folder / ("foam_" + name);
    if (run_stages(run, read_scene(scene, name + ".json"), folder, stage, Stage::foam) != StageResult::done)
        throw Stopped();
    const auto row = [&](const char* key) {
        std::vector<double> values;
        for (const auto& [frame, value] : ledger_numbers(RunFolder(folder).ledger("foam"), key))
            values.push_back(value);
        return values;
    };
    const auto born = row("born"), died = row("died"), spray = row("spray"), foam = row("foam"),
               bubbles = row("bubbles");
    Counts counts;
    double alive = 0.0;
    for (std::size_t k = 0; k < born.size(); ++k) {
        alive += born[k] - died[k];
        counts.imbalance = std::max(counts.imbalance, std::abs(alive - spray[k] - foam[k] - bubbles[k]));
        counts.born += born[k];
        counts.most_spray = std::max(counts.most_spray, spray[k]);
    }
    return counts;
}

}  // namespace

void measure_foam_flight(const Run&, const ValidateOptions&, CaseResult& result) {
    auto& out = result.measurements;
    const double c = drag_of_ball(0.44f, 1.2f / 1000.0f, 0.002f);
    Flight thrown(kSpray, Vec3(0.06f, 10.0f, 0.06f), Vec3(0.0f, 6.0f, 0.0f), 0.002);
    thrown.frames(9);
    out.push_back({"spray: height of a drop of 4 mm thrown upwards at 6 m/s, after 0.375 s", "m",
                   thrown.height() - 10.0, thrown_height(6.0, c, 9 * kFrame), relative(5e-3),
                   "Newton's solution for quadratic drag; steps of a frame are long"});
    struct Drop {
        double diameter, speed;
    };
    for (const Drop& drop : {Drop{0.002, 6.49}, Drop{0.003, 8.06}, Drop{0.004, 8.83}})
        out.push_back({fmt::format("spray: speed at which a drop of {:.0f} mm falls", 1e3 * drop.diameter), "m/s",
                       falling_speed(0.5 * drop.diameter), drop.speed, relative(0.15),
                       "Gunn and Kinzer 1949; large drops flatten, ours are balls"});
    out.push_back({"bubbles: speed at which one rises", "m/s", rising_speed(), 0.3, relative(5e-3),
                   "what rise_speed says; 0.2 to 0.3 m/s is measured from 2 to 20 mm (Clift, Grace and Weber 1978)"});
}

void measure_foam_births(const Run& run, const ValidateOptions& options, CaseResult& result) {
    auto& out = result.measurements;
    const Counts splash = counts_of(run, options, "splash", kSplash);
    const Counts dam = counts_of(run, options, "dam_break", kDamBreak);
    const Counts still = counts_of(run, options, "still_water", kStill);
    const Counts pour = counts_of(run, options, "slow_pour", kPour);
    constexpr const char* kSeen = "what is seen in a picture at all";
    out.push_back(
        {"a drop into a pool (sph): most spray in a frame", "1", splash.most_spray, 100, lower_bound(), kSeen});
    out.push_back(
        {"a dam break against a wall (flip): most spray in a frame", "1", dam.most_spray, 100, lower_bound(), kSeen});
    out.push_back({"still water: born", "1", still.born, 0, absolute(0), "nothing moves"});
    out.push_back({"a pour at 0.3 m/s from 4 cm: born", "1", pour.born, 0, absolute(0),
                   "slower than water must be to trap air, about 1 m/s"});
    out.push_back({"born less died less alive, of any frame of all four", "1",
                   std::max({splash.imbalance, dam.imbalance, still.imbalance, pour.imbalance}), 0, absolute(0),
                   "nothing leaves uncounted"});
}

}  // namespace lamella
