#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/particles/sheets/sharp_mean_ando2011.hpp>
#include <lamella/sph/contact/wall_contact_ihmsen2010.hpp>
#include <lamella/sph/sheet_passengers.hpp>

namespace lamella {
namespace {

constexpr Real kReach = 4.0f;  // R, in spacings

void mark_originals_by_solids(SphLiquid& liquid) {
    auto& by_solid = liquid.particles.get<IndexColumn>("by_solid");
    parallel_for("by solids", liquid.size(), [&](Index i) {
        const auto near = [&](const BoundarySet& set) { return !set.lists.none(i); };
        by_solid[i] = std::ranges::any_of(liquid.boundary.sets(), near) ? 1 : 0;
    });
}

}  // namespace

SheetPassengers::SheetPassengers(const SheetMethod& sheets, const SphLiquid& liquid)
    : sheets_(NoSprings{}, sheets, liquid.spacing),
      passenger_grid_(liquid.support, liquid.grid.box()),
      grid_(kSheetCell * liquid.spacing, liquid.grid.box()) {}

void SheetPassengers::add_columns(ParticleSet& originals) const {
    sheets_.add_columns(originals);
    for (const char* name : {"passenger", "by_solid"}) originals.add<IndexColumn>(name);
}

void SheetPassengers::carry(SphLiquid& liquid, const Vec3& gravity, double dt) {
    const ProfileScope scope("passengers");
    mark_originals_by_solids(liquid);
    if (passengers_.size() == 0) return;
    const auto step = static_cast<Real>(dt);
    take_velocities(liquid, step * gravity);
    auto& x = passengers_.positions();
    const auto& v = passengers_.get<Vec3Column>("v");
    parallel_for("move", passengers_.size(), [&](Index i) { x.set(i, liquid.grid.box().wrapped(x[i] + step * v[i])); });
    touch_solids(liquid);
}

void SheetPassengers::take_velocities(const SphLiquid& liquid, const Vec3& fall) {
    constexpr std::ptrdiff_t kTogether = 64;
    const auto& x = passengers_.positions();
    auto& v = passengers_.get<Vec3Column>("v");
    const auto& originals_v = liquid.particles.get<Vec3Column>("v");
    const MassShares mass(liquid.particles);
    const Real reach = kReach * liquid.spacing;
    parallel_chunks("velocities", passengers_.size(), kTogether,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        CellNeighbourhood near;
                        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) {
                            near.gather(liquid.grid, liquid.positions(), {x[i], x[i]}, reach);
                            const SharpMean mean =
                                sharp_mean(near, x[i], reach, near.gathered(originals_v), GatheredMass(near, mass));
                            v.set(i, mean.weight > 0.0f ? mean.velocity() : Vec3(v[i] + fall));
                        }
                    });
}

void SheetPassengers::touch_solids(const SphLiquid& liquid) {
    passenger_grid_.build(passengers_);
    auto& by_solid = passengers_.get<IndexColumn>("by_solid");
    std::ranges::fill(by_solid.span(), 0);
    for (const BoundarySet& set : liquid.boundary.sets()) {
        Neighbours near;
        near.find(passenger_grid_, passengers_.positions(), set.grid, set.particles.positions());
        parallel_for("by solids", passengers_.size(),
                     [&](Index i) { by_solid[i] |= !near.none_near(i) && count(near.of(i)) > 0 ? 1 : 0; });
        resolve_wall_contacts(set, near, liquid.spacing, liquid.grid.box(), passengers_);
    }
}

void SheetPassengers::split_and_collapse(double dt, SphLiquid& liquid, LiquidInventory& inventory) {
    const ProfileScope scope("passengers");
    if (passengers_.size() > 0) inventory.remove_outside(passengers_, liquid.support);
    all_ = liquid.particles;
    all_.append(passengers_);
    grid_.build(all_);
    const auto by_solid = all_.get<IndexColumn>("by_solid").span();
    sheets_.apply(grid_, dt, std::vector<std::uint8_t>(by_solid.begin(), by_solid.end()), all_, inventory);
    part(liquid);
}

void SheetPassengers::part(SphLiquid& liquid) {
    const auto& generation = all_.get<IndexColumn>("generation");
    auto& passenger = all_.get<IndexColumn>("passenger");
    std::vector<Index> stay, ride;
    for (Index i = 0; i < all_.size(); ++i) {
        if (generation[i] > 0) passenger[i] = 1;
        (passenger[i] ? ride : stay).push_back(i);
    }
    passengers_ = all_;
    passengers_.reorder(ride);
    liquid.particles = all_;
    liquid.particles.reorder(stay);
}

void SheetPassengers::join(const SphLiquid& liquid) {
    if (passengers_.columns().empty()) {
        passengers_ = liquid.particles;
        passengers_.resize(0);
    }
    const auto& filling = passengers_.get<ScalarColumn>("filling");
    auto& density = passengers_.get<ScalarColumn>("density");
    for (Index i = 0; i < passengers_.size(); ++i) density[i] = liquid.rest_density * filling[i];
    all_ = liquid.particles;
    all_.append(passengers_);
}

}  // namespace lamella
