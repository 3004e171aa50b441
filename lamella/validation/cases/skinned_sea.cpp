// A ball is dipped into a sea and drawn out again (Lee et al. 2019, figure 8 with a ball for the whale): what the
// ledger loses, the error of the level set at any moment, the water that the ball carries beside what it would carry
// without its layer, a body under water beside the plain obstacle, and what falls into the sea.
#include <lamella/coupling/merged_level.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// The pool holds twelve times the ball. 200 frames.
constexpr const char* kDip = R"({
  "version": 1,
  "description": "a ball is dipped into a sea and drawn out",
  "domain": {"min": [0, 0, 0], "max": [0.9, 1.4, 0.9], "open": ["y+"]},
  "frame_rate": 100,
  "frames": 200,
  "particle_spacing": 0.025,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.9, 0.5, 0.9]}]}],
  "obstacles": [
    {
      "name": "ball",
      "shape": {"type": "sphere", "centre": [0.45, 0.78, 0.45], "radius": 0.2},
      "motion": {
        "interpolation": "cubic",
        "keys": [
          {"time": 0.1}, {"time": 0.5, "translation": [0, -0.5, 0]}, {"time": 0.7, "translation": [0, -0.5, 0]},
          {"time": 1.1, "translation": [0, 0.2, 0]}
        ]
      }
    }
  ],
  "solver": {"type": "level_set", "markers": 16, "carried": {"cell": 1, "thickness": 6, "adhesion": 30, "drag": 6}}
})";

constexpr double kFrame = 0.01;     // s
constexpr double kTop = 0.62;       // m: water above is carried, or flies
constexpr double kNearBall = 0.15;  // m from the ball: the film, and the layer
constexpr double kAtSeam = 0.9;     // s: the ball is half out

constexpr const char* kSunk = R"({
  "version": 1,
  "description": "a ball under water turns and goes aside",
  "domain": {"min": [0, 0, 0], "max": [1, 1, 1], "open": ["y+"]},
  "frames": 1,
  "particle_spacing": 0.025,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.75, 1]}]}],
  "obstacles": [
    {
      "name": "ball",
      "shape": {"type": "sphere", "centre": [0.5, 0.375, 0.5], "radius": 0.125},
      "motion": {
        "pivot": [0.5, 0.375, 0.5],
        "keys": [{"time": 0}, {"time": 0.2, "translation": [0.1, 0, 0], "rotation": [0, 0, 90]}]
      }
    }
  ],
  "solver": {"type": "level_set", "markers": 16, "keep_volume": false, "carried": {"cell": 2, "thickness": 4}}
})";

struct Worst {
    std::int64_t ledger = 0;
    double error = 0.0, mean = 0.0;  // of a step by its size, and over frames with its sign; shares of the pool
};

struct Film {
    double all = 0.0, near = 0.0;  // litres
};

Vec3d ball_at(const BodyStates& states) {
    return states.of.front().pose.apply(Vec3(0.45f, 0.78f, 0.45f)).cast<double>();
}

// What a step looks like to a solver's level set and particles above the pool.
Film film_of(const LevelSetSolver& sea, const CarriedSea* carried) {
    Film film;
    const Vec3d centre = ball_at(sea.solids().states());
    const auto add = [&](const Vec3d& x, double volume) {
        if (x.y() < kTop) return;
        film.all += 1e3 * volume;
        if ((x - centre).norm() < 0.2 + kNearBall) film.near += 1e3 * volume;
    };
    const LevelTiles& tiles = sea.level_set().tiles();
    const std::vector<float> shares = inside_shares(tiles, sea.level_set().phi(), sea.open_shares());
    const double cell = sea.cell();
    for (std::size_t c = 0; c < shares.size(); ++c) {
        const Vec3i at = tiles.tiles.first_cell(static_cast<Index>(c) / kTileCells) +
                         coordinates_in_tile(static_cast<Index>(c) % kTileCells);
        if (shares[c] > 0.0f) add(cell * (at.cast<double>() + Vec3d::Constant(0.5)), shares[c] * cell * cell * cell);
    }
    for (Index i = 0; i < sea.spray().count(); ++i)
        add(sea.spray().place(i).cast<double>(), 4.0 / 3.0 * std::numbers::pi * std::pow(sea.spray().radius(i), 3.0));
    if (!carried) return film;
    const CarriedWater& water = carried->water();
    for (const Index wet : water.water().wet)
        add(middle_of(water.mesh().tets[wet], water.positions()).cast<double>(),
            water.cubic_metres(water.water().amounts[wet].volume));
    for (const Drop& drop : water.drops().list)
        add(drop.position.cast<double>(), water.cubic_metres(drop.amount.volume));
    return film;
}

// Of the surface in columns beside the ball as far as the layer goes.
struct Seam {
    Index columns = 0, gaps = 0;  // those with air of less than a cell of the sea between water and water
    double step = 0.0;            // rms of the height beyond the sea's own, cells of the sea
};

class Columns {
    // Negative in water, m.
    auto merged() const {
        return [this](const Vec3i& node) { return double{level_.value(node)}; };
    }
    auto sea() const {
        return [this](const Vec3i& node) {
            return solver_.sea().cell() * double{solver_.sea().level(level_.node_position(node).cast<Real>())};
        };
    }

public:
    explicit Columns(const CarriedSea& solver)
        : solver_(solver),
          level_(merged_level(solver.sea(), WaterLevel(solver.water(), solver.sunk()))),
          axis_(ball_at(solver.sea().solids().states())) {}

    Seam seam() const {
        Seam seam;
        double squares = 0.0;
        const auto last = static_cast<Index>(0.9 / level_.cell());
        for (Index x = 0; x < last; ++x)
            for (Index z = 0; z < last; ++z) {
                const Vec3d place = level_.node_position({x, 0, z});
                const double aside = std::hypot(place.x() - axis_.x(), place.z() - axis_.z()) - 0.2;
                if (aside < 0.0 || aside > kNearBall) continue;
                ++seam.columns;
                seam.gaps += has_gap(x, z) ? 1 : 0;
                const double step = (height(x, z, merged()) - height(x, z, sea())) / solver_.sea().cell();
                squares += step * step;
            }
        seam.step = std::sqrt(squares / seam.columns);
        return seam;
    }

private:
    bool has_gap(Index x, Index z) const {
        const auto widest = static_cast<Index>(solver_.sea().cell() / level_.cell());
        Index since = -1;  // nodes since water ended; -1: none was met, or too far below
        for (Index y = 0; y < top(); ++y) {
            const bool inside = level_.value({x, y, z}) < 0.0f;
            if (inside && since > 0) return true;
            since = inside ? 0 : since < 0 || since >= widest ? -1 : since + 1;
        }
        return false;
    }

    // Where water that begins at the floor ends.
    template <class Value>
    double height(Index x, Index z, Value&& value) const {
        Index y = 1;
        while (y < top() && value(Vec3i(x, y, z)) < 0.0) ++y;
        const double below = value(Vec3i(x, y - 1, z)), above = value(Vec3i(x, y, z));
        return level_.node_position({x, y, z}).y() - level_.cell() * above / (above - below);
    }
    Index top() const { return static_cast<Index>(1.4 / level_.cell()); }

    const CarriedSea& solver_;
    SparseGrid level_;
    Vec3d axis_;
};

// Keeps what is worst; returns the film at `when`.
Film dip(const Run& run, SoleSolver<CarriedSea>& solver, double until, double when, Worst& worst, Seam& seam) {
    const double pool = solver->sea().sea_volume();
    Film film;
    Index frames = 0;
    for (double time = kFrame; time < until + 0.5 * kFrame; time += kFrame, ++frames) {
        advance(run, solver, time, [&](double) { worst.ledger = std::max(worst.ledger, std::abs(solver->ledger())); });
        worst.error = std::max(worst.error, std::abs(solver->largest_error()) / pool);
        worst.mean += solver->error() / pool;
        solver->take_report();
        if (std::abs(time - kAtSeam) < 0.5 * kFrame) seam = Columns(*solver).seam();
        if (std::abs(time - when) < 0.5 * kFrame) film = film_of(solver->sea(), &*solver);
    }
    worst.mean /= frames;
    return film;
}

// A ball that stays half under water, without adhesion.
Seam seam_at_rest(const Run& run, std::vector<std::string> overrides) {
    overrides.insert(overrides.end(), {"obstacles[0].shape.centre=[0.45, 0.5, 0.45]", "solver.carried.adhesion=0",
                                       R"(obstacles[0].motion.keys=[{"time": 0}, {"time": 1}])"});
    SoleSolver<CarriedSea> solver(carried_sea_case_setup(run, "skinned_sea", kDip, overrides));
    advance(run, solver, 0.1);
    return Columns(*solver).seam();
}

double gaps_of(const Seam& seam) { return static_cast<double>(seam.gaps) / static_cast<double>(seam.columns); }

bool sunk_ball_leaves_the_sea(const Run& run) {
    CarriedSeaSetup setup = carried_sea_case_setup(run, "skinned_sea", kSunk);
    SoleSolver<LevelSetSolver> plain(LevelSetSetup{setup, setup.parameters});
    SoleSolver<CarriedSea> coupled(std::move(setup));
    advance(run, plain, 0.1);
    advance(run, coupled, 0.1);
    bool same = std::ranges::equal(plain->level_set().phi().values(), coupled->sea().level_set().phi().values());
    for (std::size_t a = 0; a < 3; ++a)
        same &= std::ranges::equal(plain->velocity()[a].values(), coupled->sea().velocity()[a].values());
    return same;
}

}  // namespace

void measure_skinned_sea(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides;
    if (!options.full) overrides = {"solver.carried.cell=2"};
    const double until = options.full ? 2.0 : 1.2, when = 1.1;
    CarriedSeaSetup setup = carried_sea_case_setup(run, "skinned_sea", kDip, overrides);
    SoleSolver<LevelSetSolver> plain(LevelSetSetup{setup, setup.parameters});
    SoleSolver<CarriedSea> coupled(std::move(setup));
    Worst worst;
    Seam seam;
    const Film film = dip(run, coupled, until, when, worst, seam);
    auto& out = result.measurements;
    out.push_back({"change of the ledger in any step", "units", static_cast<double>(worst.ledger), 0.0, absolute(0.0),
                   "whole numbers"});
    out.push_back(
        {"largest error of the level set", "of the pool", worst.error, 0.004, upper_bound(), "trials in a plane"});
    out.push_back(
        {"mean error of the level set", "of the pool", std::abs(worst.mean), 0.001, upper_bound(), "no drift"});
    const Seam rest = seam_at_rest(run, overrides);
    out.push_back({"ball half under water at rest: gaps in the surface beside it", "of its columns", gaps_of(rest), 0.0,
                   absolute(0.0), "a flat surface"});
    out.push_back({"the same: height of the surface beyond the sea's own, rms", "cells", rest.step, 0.05, upper_bound(),
                   "trials in a plane"});
    out.push_back({"gaps of less than a cell beside the ball that comes out", "of its columns", gaps_of(seam), 0.021,
                   reported(), "trials in a plane"});
    advance(run, plain, when);
    const Film alone = film_of(*plain, nullptr);
    out.push_back(
        {"water above the pool when the ball is out", "l", film.all, alone.all, reported(), "the level set alone"});
    out.push_back(
        {"the same within 0.15 m of the ball", "l", film.near, alone.near, reported(), "the level set alone"});
    out.push_back({"a ball under water leaves the sea as it is, to the bit", "",
                   sunk_ball_leaves_the_sea(run) ? 1.0 : 0.0, 1.0, absolute(0.0), "the plain obstacle"});
}

}  // namespace lamella
