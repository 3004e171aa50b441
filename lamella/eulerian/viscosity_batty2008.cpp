#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/viscosity_batty2008.hpp>

namespace lamella {
namespace {

constexpr Real kLeastShare = 1e-6f;  // of which the inverse is taken

using Rimmed = RimmedTile<float, 1>;
// The edge between the axes a and b is the one along the third.
constexpr std::size_t edge_of(std::size_t a, std::size_t b) { return 3 - a - b; }

// Everything that the stress in one tile needs.
struct TileStress {
    std::array<Rimmed, 3> u;
    Rimmed centre;
    std::array<Rimmed, 3> edge;
    Real strength;

    // On the face of axis a: what flows out of its two centres and four edges.
    Real force(std::size_t a, std::size_t at) const {
        Real sum = normal(a, at - kAlong[a]) - normal(a, at);
        for (std::size_t b = 0; b < 3; ++b)
            if (b != a) sum += shear(a, b, at) - shear(a, b, at + kAlong[b]);
        return sum;
    }
    Real diagonal(std::size_t a, std::size_t at) const {
        Real sum = 2.0f * (centre.values[at - kAlong[a]] + centre.values[at]);
        for (std::size_t b = 0; b < 3; ++b)
            if (b != a) sum += edge[edge_of(a, b)].values[at] + edge[edge_of(a, b)].values[at + kAlong[b]];
        return strength * sum;
    }

private:
    Real normal(std::size_t a, std::size_t at) const {
        return 2.0f * strength * centre.values[at] * (u[a].values[at + kAlong[a]] - u[a].values[at]);
    }
    Real shear(std::size_t a, std::size_t b, std::size_t at) const {
        return strength * edge[edge_of(a, b)].values[at] *
               ((u[a].values[at] - u[a].values[at - kAlong[b]]) + (u[b].values[at] - u[b].values[at - kAlong[a]]));
    }
};

void gather(std::span<const float> values, const TilesAround& around, Rimmed& tile) {
    tile.gather([&](Index t) { return values.data() + static_cast<std::size_t>(t) * kTileCells; }, around, 0.0f);
}

void add_change(std::span<const float> change, FaceField& velocity) {
    auto from = change.begin();
    for (TileField<float>& component : velocity)
        for (float& u : component.values()) u += *from++;
}

}  // namespace

void ViscosityBatty2008::weigh(const ViscousLiquid& liquid) {
    const TileSet& tiles = liquid.tiles;
    const auto n = static_cast<std::size_t>(tiles.count()) * kTileCells;
    TileField<Matter> matter(tiles, Matter::air);
    parallel_for("matter", static_cast<Index>(n), [&](Index i) {
        const auto at = static_cast<std::size_t>(i);
        const bool wet = liquid.cells.liquid.values()[at] != 0;
        const bool closed = liquid.solids.open_volume().values()[at] < 0.5f;
        matter.values()[at] = wet ? Matter::liquid : closed ? Matter::solid : Matter::air;
    });
    centres_.assign(tiles, 0.0f);
    for (auto& edges : edges_) edges.assign(tiles, 0.0f);
    mass_.assign(3 * n, 0.0f);
    parallel_for(
        "viscous cells", tiles.count(), [&](Index t) { weigh_tile(liquid, matter, t); }, kTileChunk);
}

void ViscosityBatty2008::weigh_tile(const ViscousLiquid& liquid, const TileField<Matter>& matter, Index t) {
    const TilesAround& around = liquid.around[static_cast<std::size_t>(t)];
    RimmedTile<Matter, 1> near;
    near.gather(matter, around, Matter::air);
    Rimmed shares;
    if (liquid.shares) shares.gather(*liquid.shares, around, 0.0f);
    const auto wet = [&](std::size_t at) { return near.values[at] == Matter::liquid; };
    const auto share_of_edge = [&](const std::array<std::size_t, 4>& cells) {
        if (!liquid.shares) return 1.0f;
        Real count = 0.0f, inverses = 0.0f;
        for (const std::size_t at : cells) {
            if (!wet(at)) continue;
            count += 1.0f;
            inverses += 1.0f / std::max(shares.values[at], kLeastShare);
        }
        return count > 0.0f ? count / inverses : 0.0f;
    };
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        centres_.tile(t)[c] = !wet(at) ? 0.0f : liquid.shares ? shares.values[at] : 1.0f;
        for (std::size_t a = 0; a < 3; ++a) {
            const std::size_t b = (a + 1) % 3, d = (a + 2) % 3;  // the edge along a lies between b and d
            const std::array four{at, at - kAlong[b], at - kAlong[d], at - kAlong[b] - kAlong[d]};
            const auto any = [&](Matter m) {
                return std::ranges::any_of(four, [&](std::size_t cell) { return near.values[cell] == m; });
            };
            edges_[a].tile(t)[c] = any(Matter::air)     ? 0.0f
                                   : any(Matter::solid) ? 2.0f * share_of_edge(four)
                                                        : share_of_edge(four);
            const std::size_t low = at - kAlong[a];
            const bool open = liquid.solids.open_share()[a].tile(t)[c] > 0.0f &&
                              !(liquid.cells.holds && liquid.cells.held[a].tile(t)[c]);
            const Real both =
                (near.values[at] != Matter::air ? 0.5f : 0.0f) + (near.values[low] != Matter::air ? 0.5f : 0.0f);
            mass_[a * (mass_.size() / 3) + static_cast<std::size_t>(t) * kTileCells + c] =
                open && (wet(at) || wet(low)) ? both : 0.0f;
        }
    });
}

void ViscosityBatty2008::apply(const std::vector<TilesAround>& around, Real mass, Faces x, std::span<float> y) const {
    const std::size_t n = mass_.size() / 3;
    parallel_for(
        "viscous stress", static_cast<Index>(around.size()),
        [&](Index t) {
            const TilesAround& near = around[static_cast<std::size_t>(t)];
            TileStress stress;
            stress.strength = strength_;
            for (std::size_t a = 0; a < 3; ++a) {
                gather(x.subspan(a * n, n), near, stress.u[a]);
                stress.edge[a].gather(edges_[a], near, 0.0f);
            }
            stress.centre.gather(centres_, near, 0.0f);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                for (std::size_t a = 0; a < 3; ++a) {
                    const std::size_t i = a * n + static_cast<std::size_t>(t) * kTileCells + c;
                    y[i] = mass_[i] > 0.0f ? mass * mass_[i] * x[i] + stress.force(a, at) : 0.0f;
                }
            });
        },
        kTileChunk);
}

std::vector<float> ViscosityBatty2008::start(const ViscousLiquid& liquid, double strength, FaceField& velocity) {
    strength_ = static_cast<Real>(strength);
    weigh(liquid);
    stick_to_solids(liquid.tiles, liquid.solids, velocity);
    std::vector<float> u, b(mass_.size());
    for (const TileField<float>& component : velocity)
        u.insert(u.end(), component.values().begin(), component.values().end());
    apply(liquid.around, 0.0f, u, b);
    for (float& value : b) value = -value;
    return b;
}

void ViscosityBatty2008::smooth_explicitly(const ViscousLiquid& liquid, double strength, FaceField& velocity) {
    const ProfileScope scope("viscosity");
    std::vector<float> change = start(liquid, strength, velocity);
    for (std::size_t i = 0; i < change.size(); ++i)
        if (mass_[i] > 0.0f) change[i] /= mass_[i];
    add_change(change, velocity);
}

SolveReport ViscosityBatty2008::smooth(const ViscousLiquid& liquid, double strength, FaceField& velocity) {
    const ProfileScope scope("viscosity");
    // The change e of the velocity: mass e + stress(e) = -stress(u*).
    const std::vector<float> b = start(liquid, strength, velocity);
    std::vector<float> change(b.size(), 0.0f);
    measure_diagonal(liquid.around);
    const ConjugateGradientResult solved =
        solver_.solve([&](std::span<const float> x, std::span<float> y) { apply(liquid.around, 1.0f, x, y); },
                      [&](std::span<const float> r, std::span<float> z) {
                          parallel_for("Jacobi", static_cast<Index>(r.size()), [&](Index i) {
                              const auto at = static_cast<std::size_t>(i);
                              z[at] = diagonal_[at] > 0.0f ? r[at] / diagonal_[at] : 0.0f;
                          });
                      },
                      b, change, tolerance_, max_iterations_);
    add_change(change, velocity);
    return {solved.iterations, solved.residual, solved.converged};
}

void ViscosityBatty2008::measure_diagonal(const std::vector<TilesAround>& around) {
    const std::size_t n = mass_.size() / 3;
    diagonal_.assign(3 * n, 0.0f);
    parallel_for(
        "viscous diagonal", static_cast<Index>(around.size()),
        [&](Index t) {
            TileStress stress;
            stress.strength = strength_;
            for (std::size_t a = 0; a < 3; ++a)
                stress.edge[a].gather(edges_[a], around[static_cast<std::size_t>(t)], 0.0f);
            stress.centre.gather(centres_, around[static_cast<std::size_t>(t)], 0.0f);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                for (std::size_t a = 0; a < 3; ++a) {
                    const std::size_t i = a * n + static_cast<std::size_t>(t) * kTileCells + c;
                    if (mass_[i] > 0.0f) diagonal_[i] = mass_[i] + stress.diagonal(a, at);
                }
            });
        },
        kTileChunk);
}

// Closed faces have the velocity of the solid.
void ViscosityBatty2008::stick_to_solids(const TileSet& tiles, const SolidGrid& solids, FaceField& velocity) {
    parallel_for(
        "stick to solids", tiles.count(),
        [&](Index t) {
            for (int a = 0; a < 3; ++a) {
                const auto open = solids.open_share()[static_cast<std::size_t>(a)].tile(t);
                const auto u = velocity[static_cast<std::size_t>(a)].tile(t);
                for (Index c = 0; c < kTileCells; ++c) {
                    const auto i = static_cast<std::size_t>(c);
                    if (open[i] > 0.0f) continue;
                    const Vec3 cell = (tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>();
                    const Vec3 place = static_cast<Real>(solids.cell()) * (cell + face_offset(a));
                    u[i] = solids.moves() ? solids.velocity(place)[a] : 0.0f;
                }
            }
        },
        kTileChunk);
}

}  // namespace lamella
