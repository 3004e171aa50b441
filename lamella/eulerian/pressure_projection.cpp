#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/pressure_projection.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr Real kLeastTheta = 0.05f;

Real theta(Real inside, Real outside) {
    if (inside >= 0.0f) return kLeastTheta;
    if (outside <= 0.0f) return 1.0f;
    return std::max(inside / (inside - outside), kLeastTheta);
}

// Everything that the equations of one tile's cells need.
struct TileView {
    RimmedTile<std::uint8_t, 1> liquid;
    RimmedTile<float, 1> level;
    std::array<RimmedTile<float, 1>, 3> open;
    std::array<RimmedTile<float, 1>, 3> free;  // the same, and closed where the velocity is given
    RimmedTile<float, 1> surface;              // only with surface tension
    bool tense = false;

    void gather(const LiquidCells& cells, const SolidGrid& solids, const TilesAround& around) {
        liquid.gather(cells.liquid, around, 0);
        level.gather(cells.level, around, 1.0f);
        for (std::size_t a = 0; a < 3; ++a) open[a].gather(solids.open_share()[a], around, 0.0f);
        free = open;
        tense = !cells.surface_pressure.values().empty();
        if (tense) surface.gather(cells.surface_pressure, around, 0.0f);
        RimmedTile<std::uint8_t, 1> held;
        for (std::size_t a = 0; a < 3 && cells.holds; ++a) {
            held.gather(cells.held[a], around, 0);
            for (std::size_t at = 0; at < held.values.size(); ++at)
                if (held.values[at]) free[a].values[at] = 0.0f;
        }
    }
    bool at_solid_and_air(std::size_t at) const {
        bool solid = false, air = false;
        for (std::size_t a = 0; a < 3; ++a) {
            const auto along = kAlong[a];
            const auto look = [&](std::size_t face, std::size_t neighbour) {
                solid |= open[a].values[face] == 0.0f;
                air |= open[a].values[face] > 0.0f && !liquid.values[neighbour];
            };
            look(at, at - along);
            look(at + along, at + along);
        }
        return solid && air;
    }
    // 1 / theta of a liquid cell and the air beside it.
    Real surface_factor(std::size_t inside, std::size_t outside) const {
        return 1.0f / theta(level.values[inside], level.values[outside]);
    }
    // q on the surface between both.
    Real surface_pressure(std::size_t inside, std::size_t outside) const {
        const Real share = theta(level.values[inside], level.values[outside]);
        return (1.0f - share) * surface.values[inside] + share * surface.values[outside];
    }
    // What the surface's pressure adds to the right-hand side of a liquid cell.
    double surface_push(std::size_t at) const {
        double sum = 0.0;
        for (std::size_t a = 0; a < 3; ++a) {
            const auto look = [&](std::size_t face, std::size_t outside) {
                if (liquid.values[outside] || !(free[a].values[face] > 0.0f)) return;
                sum += static_cast<double>(free[a].values[face] * surface_factor(at, outside)) *
                       surface_pressure(at, outside);
            };
            look(at, at - kAlong[a]);
            look(at + kAlong[a], at + kAlong[a]);
        }
        return sum;
    }
};

// What flows out of the cell, through open and closed parts of its faces; but what the bodies `apart` close is left
// out.
class Outflow {
public:
    Outflow(const SolidGrid& solids, const FaceField& velocity, const TileSet& tiles, Index t,
            const TilesAround& around, std::span<const Index> apart)
        : solids_(solids), first_(tiles.first_cell(t)) {
        for (std::size_t a = 0; a < 3; ++a) velocity_[a].gather(velocity[a], around, 0.0f);
        near_apart_ = !apart.empty() && apart_.find(tiles, t, around, solids, apart);
    }
    double operator()(const TileView& view, std::size_t c, std::size_t at) const {
        double sum = 0.0;
        for (std::size_t a = 0; a < 3; ++a) {
            const std::size_t high = at + kAlong[a];
            sum += static_cast<double>(view.open[a].values[high]) * velocity_[a].values[high] -
                   static_cast<double>(view.open[a].values[at]) * velocity_[a].values[at];
            if (solids_.moves()) sum += solid_flow(view, c, a, at, high);
        }
        return sum;
    }

private:
    double solid_flow(const TileView& view, std::size_t c, std::size_t a, std::size_t at, std::size_t high) const {
        const auto flow = [&](std::size_t face, Index step) {
            const Real closed = 1.0f - view.open[a].values[face] - (near_apart_ ? apart_.share[a].values[face] : 0.0f);
            if (closed == 0.0f) return 0.0;
            Vec3i cell = coordinates_in_tile(static_cast<Index>(c));
            cell[static_cast<int>(a)] += step;
            const Vec3d place =
                solids_.cell() * ((first_ + cell).cast<double>() + face_offset(static_cast<int>(a)).cast<double>());
            const Vec3 p = place.cast<Real>();
            const Vec3 v = near_apart_ ? solids_.given_velocity(p) : solids_.velocity(p);
            return static_cast<double>(closed * v[static_cast<int>(a)]);
        };
        return flow(high, 1) - flow(at, 0);
    }

    const SolidGrid& solids_;
    Vec3i first_;
    std::array<RimmedTile<float, 1>, 3> velocity_;
    AnsweringFaces apart_;
    bool near_apart_ = false;
};

void fill_coefficients(const TileView& view, Index s, PoissonCoefficients& coefficients) {
    const auto e = coefficients.dirichlet.tile(s);
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        if (!view.liquid.values[at]) return;
        for (std::size_t a = 0; a < 3; ++a) {
            const auto along = kAlong[a];
            const std::size_t low = at - along, high = at + along;
            const Real open_low = view.free[a].values[at], open_high = view.free[a].values[high];
            if (view.liquid.values[low])
                coefficients.low_faces[a].tile(s)[c] = open_low;
            else if (open_low > 0.0f)
                e[c] += open_low * view.surface_factor(at, low);
            if (!view.liquid.values[high] && open_high > 0.0f) e[c] += open_high * view.surface_factor(at, high);
        }
    });
}

// The difference of q across the low face along an axis.
Real step_of_pressure(const TileView& view, const RimmedTile<float, 1>& q, std::size_t at, std::size_t low) {
    const bool here = view.liquid.values[at], there = view.liquid.values[low];
    if (here && there) return q.values[at] - q.values[low];
    if (view.tense)
        return here ? (q.values[at] - view.surface_pressure(at, low)) * view.surface_factor(at, low)
                    : (view.surface_pressure(low, at) - q.values[low]) * view.surface_factor(low, at);
    return here ? q.values[at] * view.surface_factor(at, low) : -q.values[low] * view.surface_factor(low, at);
}

void subtract_gradient(const TileView& view, const RimmedTile<float, 1>& q, Index t, FaceField& velocity) {
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        for (std::size_t a = 0; a < 3; ++a) {
            const std::size_t low = at - kAlong[a];
            if (!(view.free[a].values[at] > 0.0f) || !(view.liquid.values[at] || view.liquid.values[low])) continue;
            velocity[a].tile(t)[c] -= step_of_pressure(view, q, at, low);
        }
    });
}

}  // namespace

bool LiquidCells::any(Index t) const {
    const auto tile = liquid.tile(t);
    return std::ranges::any_of(tile, [](std::uint8_t flag) { return flag != 0; });
}

SolveReport PressureProjection::project(const TileSet& tiles, const std::vector<TilesAround>& around,
                                        const SolidGrid& solids, RigidCouplingBatty2007& bodies, LiquidCells& cells,
                                        FaceField& velocity) {
    const ProfileScope scope("pressure");
    SolveReport report = solve(tiles, around, solids, bodies, cells, velocity);
    if (part_from_solids(tiles, around, solids, cells) > 0) {
        begins_from_last_ = !bodies.none();
        const SolveReport second = solve(tiles, around, solids, bodies, cells, velocity);
        report = {report.iterations + second.iterations, second.error, second.converged};
        begins_from_last_ = false;
    }
    parallel_for(
        "subtract pressure gradient", tiles.count(),
        [&](Index t) {
            const TilesAround& near = around[static_cast<std::size_t>(t)];
            TileView view;
            view.gather(cells, solids, near);
            RimmedTile<float, 1> pressure;
            pressure.gather(pressure_, near, 0.0f);
            subtract_gradient(view, pressure, t, velocity);
        },
        kTileChunk);
    return report;
}

SolveReport PressureProjection::solve(const TileSet& tiles, const std::vector<TilesAround>& around,
                                      const SolidGrid& solids, RigidCouplingBatty2007& bodies, const LiquidCells& cells,
                                      const FaceField& velocity) {
    std::vector<Index> wet;  // tiles with liquid; the system knows only these
    std::vector<Vec3i> wet_tiles;
    for (Index t = 0; t < tiles.count(); ++t)
        if (cells.any(t)) {
            wet.push_back(t);
            wet_tiles.push_back(tiles.tile(t));
        }
    const TileField<float> before = begins_from_last_ ? pressure_ : TileField<float>();
    pressure_.assign(tiles, 0.0f);
    bodies.find(tiles, around, wet, solids, cells.liquid, velocity);
    if (wet.empty()) return {};

    const std::vector<Index> apart = solids.answering_bodies();
    const TileSet unknowns(wet_tiles, tiles.period());
    PoissonCoefficients coefficients(unknowns);
    TileField<double> b(unknowns), q(unknowns);
    parallel_for(
        "pressure equations", unknowns.count(),
        [&](Index s) {
            const Index t = wet[static_cast<std::size_t>(s)];
            const TilesAround& near = around[static_cast<std::size_t>(t)];
            TileView view;
            view.gather(cells, solids, near);
            fill_coefficients(view, s, coefficients);
            const Outflow outflow(solids, velocity, tiles, t, near, apart);
            if (begins_from_last_) std::ranges::copy(before.tile(t), q.tile(s).begin());
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (!view.liquid.values[at]) return;
                b.tile(s)[c] = -outflow(view, c, at);
                if (!cells.source.values().empty()) b.tile(s)[c] += static_cast<double>(cells.source.tile(t)[c]);
                if (view.tense) b.tile(s)[c] += view.surface_push(at);
            });
        },
        kTileChunk);
    bodies.take_flow(b.values());
    const PressureSolveResult solved = solve_.solve(PoissonSystem(unknowns, coefficients), b, q, tolerance_,
                                                    max_iterations_, bodies.none() ? nullptr : &bodies);
    bodies.note_solution(q.values());
    parallel_for(
        "copy pressure", unknowns.count(),
        [&](Index s) {
            std::ranges::transform(q.tile(s), pressure_.tile(wet[static_cast<std::size_t>(s)]).begin(),
                                   [](double value) { return static_cast<float>(value); });
        },
        kTileChunk);
    return {solved.iterations, solved.residual, solved.converged};
}

// Liquid that only suction holds at a solid lets air in where air is beside it; but not the film under a body, which
// lies below the centre of its cell: there the pressure is less by half a cell of water. Returns how many cells became
// air.
Index PressureProjection::part_from_solids(const TileSet& tiles, const std::vector<TilesAround>& around,
                                           const SolidGrid& solids, LiquidCells& cells) const {
    std::vector<Index> parted(static_cast<std::size_t>(tiles.count()));
    TileField<std::uint8_t> liquid = cells.liquid;
    const bool films = !solids.answering_bodies().empty();
    const TileField<std::uint8_t> film = films ? solids.films(around) : TileField<std::uint8_t>();
    parallel_for(
        "part from solids", tiles.count(),
        [&](Index t) {
            const auto q = pressure_.tile(t);
            if (std::ranges::none_of(q, [](float value) { return value < 0.0f; })) return;
            TileView view;
            view.gather(cells, solids, around[static_cast<std::size_t>(t)]);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (!(q[c] < 0.0f) || (films && film.tile(t)[c]) || !view.at_solid_and_air(at)) return;
                liquid.tile(t)[c] = 0;
                ++parted[static_cast<std::size_t>(t)];
            });
        },
        kTileChunk);
    cells.liquid = std::move(liquid);
    return std::reduce(parted.begin(), parted.end());
}

double largest_divergence(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                          const LiquidCells& cells, const FaceField& velocity) {
    double largest = 0.0;
    for (Index t = 0; t < tiles.count(); ++t) {
        TileView view;
        view.gather(cells, solids, around[static_cast<std::size_t>(t)]);
        const Outflow outflow(solids, velocity, tiles, t, around[static_cast<std::size_t>(t)], {});
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (view.liquid.values[at]) largest = std::max(largest, std::abs(outflow(view, c, at)));
        });
    }
    return largest;
}

}  // namespace lamella
