#include <lamella/core/parallel.hpp>
#include <lamella/skinned/other_bodies.hpp>

#include <optional>

namespace lamella {
namespace {

constexpr Real kDifference = 0.05f;  // long edges, for the slope of a distance

struct Depth {
    Real distance;  // negative in the body
    Vec3 outward, velocity;
};

class Others {
public:
    Others(std::span<const Body> bodies, std::span<const BodyState> states, Real cell)
        : bodies_(bodies), states_(states), step_(kDifference * cell) {}

    // The deepest body that the point is in.
    std::optional<Depth> at(const Vec3& x) const {
        std::optional<Depth> found;
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const Real d = bodies_[b].distance(states_[b], x);
            if (d >= (found ? found->distance : 0.0f)) continue;
            Vec3 slope;
            for (int a = 0; a < 3; ++a)
                slope[a] = bodies_[b].distance(states_[b], x + step_ * Vec3::Unit(a)) -
                           bodies_[b].distance(states_[b], x - step_ * Vec3::Unit(a));
            found = Depth{d, slope.stableNormalized(), Body::velocity(states_[b], x)};
        }
        return found;
    }

private:
    std::span<const Body> bodies_;
    std::span<const BodyState> states_;
    Real step_;
};

Drop outside(Drop drop, const Depth& depth) {
    drop.position -= depth.distance * depth.outward;
    const Real into = (depth.velocity - drop.amount.velocity()).dot(depth.outward);
    if (into > 0.0f) drop.amount.accelerate((into * depth.outward).cast<double>());
    return drop;
}

}  // namespace

void keep_out_of(std::span<const Body> others, std::span<const BodyState> states, std::span<const std::uint8_t> sunk,
                 CarriedWater& water) {
    if (others.empty()) return;
    const Others solids(others, states, static_cast<Real>(water.mesh().cell));
    std::vector<Drop>& drops = water.drops().list;
    parallel_for("drops at bodies", static_cast<Index>(drops.size()), [&](Index k) {
        if (const auto depth = solids.at(drops[k].position)) drops[k] = outside(drops[k], *depth);
    });
    WaterCells& cells = water.water();
    std::vector<std::optional<Depth>> depths(cells.wet.size());
    const auto middle = [&](Index cell) { return middle_of(water.mesh().tets[cell], water.positions()); };
    parallel_for("cells in bodies", static_cast<Index>(cells.wet.size()), [&](Index k) {
        const Index cell = cells.wet[k];
        if (sunk.empty() || sunk[cell] == 0) depths[k] = solids.at(middle(cell));
    });
    for (std::size_t k = 0; k < depths.size(); ++k)
        if (depths[k]) {
            const Index cell = cells.wet[k];
            drops.push_back(outside({middle(cell), cells.amounts[cell]}, *depths[k]));
            cells.amounts[cell] = {};
        }
    cells.renew_wet({});
}

}  // namespace lamella
