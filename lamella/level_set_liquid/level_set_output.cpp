#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/level_set_liquid/shown_liquid.hpp>
#include <lamella/matter/liquid_outline.hpp>

#include <cmath>
#include <numeric>

namespace lamella {

const ParticleSet& LevelSetSolver::shown() const {
    if (!shown_) shown_ = shown_liquid(level_set_, velocity_, solids_, spray_, density_);
    return *shown_;
}

std::vector<FramePart> LevelSetSolver::frame_parts() const {
    std::vector<std::string> columns{"P", "v", "density", "pscale"};
    columns.insert(columns.end(), setup_.attributes.begin(), setup_.attributes.end());
    std::vector<Index> rows(static_cast<std::size_t>(shown().size()));
    std::iota(rows.begin(), rows.end(), 0);
    const TileSet& tiles = level_set_.tiles().tiles;
    std::vector<Vec3i> blocks;
    for (Index t = 0; t < tiles.count(); ++t) blocks.push_back(tiles.tile(t));
    const auto cell = static_cast<float>(cell_);
    SparseGrid distance(Vec3d::Constant(0.5 * cell_), cell_, LevelSet::kBand * cell, blocks);
    for (Index t = 0; t < tiles.count(); ++t)
        std::ranges::transform(level_set_.phi().tile(t), distance.values(distance.find(tiles.tile(t))).begin(),
                               [&](float d) { return cell * d; });
    return {{setup_.names.front(), ParticleRows{&shown(), std::move(rows), columns}},
            {setup_.names.front(), LevelSetPart{std::move(distance)}}};
}

// From the shares of cells that are inside, with the velocity at their centres.
std::map<std::string, Balance> LevelSetSolver::balances(const Vec3d& centre) const {
    Balance balance;
    const LevelTiles& tiles = level_set_.tiles();
    const double m = density_ * cell_ * cell_ * cell_;
    const Vec3d gravity = setup_.gravity.cast<double>();
    const auto open = solids_.open_volume().values();
    const std::vector<float> shares = inside_shares(tiles, level_set_.phi(), open);
    for (Index t = 0; t < tiles.tiles.count(); ++t) {
        RimmedFaces<1> u;
        u.gather(velocity_, tiles.near(t));
        for (Index c = 0; c < kTileCells; ++c) {
            const double mass = m * shares[static_cast<std::size_t>(t) * kTileCells + static_cast<std::size_t>(c)];
            if (mass == 0.0) continue;
            const Vec3 at = coordinates_in_tile(c).cast<Real>() + Vec3::Constant(0.5f);
            const Vec3d x = cell_ * (tiles.tiles.first_cell(t).cast<double>() + at.cast<double>()) - centre;
            const Vec3d p = mass * u(at).cast<double>();
            balance.momentum += p;
            balance.angular_momentum += cross(x, p);
            balance.kinetic_energy += 0.5 * p.squaredNorm() / mass;
            balance.potential_energy -= mass * gravity.dot(x);
        }
    }
    balance.momentum += density_ * spray_.moment();
    balance.potential_energy -= density_ * gravity.dot(Vec3d(spray_.first_moment() - spray_.volume() * centre));
    balance.particles = shown().size();
    balance.volume = sea_volume() + spray_.volume();
    balance.mass = density_ * balance.volume;
    balance.mass_out = density_ * left_;
    balance.mass_created = density_ * std::max(balance.volume - expected_, 0.0);
    balance.mass_removed = density_ * std::max(expected_ - balance.volume, 0.0);
    return {{setup_.names.front(), balance}};
}

RunCost LevelSetParameters::cost(const LiquidOutline& liquid) const {
    RunCost cost;
    const double padded = 1.0 + 2.0 * kTileWidth / std::cbrt(liquid.particles);  // in whole tiles of the grid
    cost.of_step = {140.0 + 8.0 * markers, (0.6e-6 + 0.02e-6 * markers) * padded * padded * padded};
    cost.step = std::min(max_step, liquid.step_on_grid(cfl, 2.0 * liquid.spacing));
    return cost;
}

}  // namespace lamella
