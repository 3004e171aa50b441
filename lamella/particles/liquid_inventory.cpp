#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/close_pairs.hpp>
#include <lamella/particles/liquid_inventory.hpp>

#include <algorithm>
#include <limits>

namespace lamella {
namespace {

constexpr Real kRoom = 0.87f;  // spacings that an emitted particle needs; a hole of the cubic lattice has 0.866

}  // namespace

LiquidInventory::LiquidInventory(LiquidDomain domain, std::vector<LiquidSource> sources, Real spacing,
                                 std::size_t phases, ParticleSet& start)
    : domain_(std::move(domain)),
      sources_(std::move(sources)),
      spacing_(spacing),
      emitted_layers_(sources_.size(), 0),
      tallies_(phases) {
    for (std::size_t e = 0; e < sources_.size(); ++e) emitted_layers_[e] = sources_[e].layers_out;
    const bool known = start.find<IndexColumn>("id") != nullptr;
    auto& id = start.add<IndexColumn>("id");
    if (!known) std::ranges::fill(id.span(), -1);
    for (const Index own : id.span()) next_id_ = std::max(next_id_, std::int64_t{own} + 1);
    for (Index& own : id.span())
        if (own < 0) own = new_ids(1);
}

Index LiquidInventory::new_ids(Index count) {
    if (next_id_ + count > std::numeric_limits<Index>::max()) throw RunError("there were more than 2^31 particles");
    const auto first = static_cast<Index>(next_id_);
    next_id_ += count;
    return first;
}

void LiquidInventory::add_emitted(ParticleSet& particles, double time) {
    for (std::size_t e = 0; e < sources_.size(); ++e) {
        const LiquidSource& source = sources_[e];
        const Emission emission = emit(source.nozzle, spacing_, time, emitted_layers_[e]);
        append(particles, free_places(emission.positions, particles.positions(), kRoom * spacing_, domain_.periodic),
               emission.velocity, source.phase);
    }
}

void LiquidInventory::append(ParticleSet& particles, const std::vector<Vec3>& positions, const Vec3& velocity,
                             Index phase) {
    const Index old_size = particles.size();
    const auto added = static_cast<Index>(positions.size());
    const Index first_id = new_ids(added);
    particles.resize(old_size + added);
    auto* units = particles.find<IndexColumn>(kMassColumn);
    for (Index k = 0; k < added; ++k) {
        const Index i = old_size + k;
        particles.positions().set(i, domain_.periodic.wrapped(positions[k]));
        particles.get<Vec3Column>("v").set(i, velocity);
        particles.get<IndexColumn>("id")[i] = first_id + k;
        particles.get<IndexColumn>("phase")[i] = phase;
        if (units) (*units)[i] = kWholeMass;
    }
    tallies_[static_cast<std::size_t>(phase)].emitted += added;
}

std::int64_t LiquidInventory::total(std::int64_t Tally::*count) const {
    std::int64_t sum = 0;
    for (const Tally& tally : tallies_) sum += tally.*count;
    return sum;
}

LiquidInventory::Place LiquidInventory::place_of(const Vec3& p, const Box3& reach) const {
    Place place = Place::inside;
    for (int a = 0; a < 3; ++a)
        for (int side : {0, 1}) {
            const bool beyond = side == 0 ? p[a] < reach.min[a] : p[a] > reach.max[a];
            if (beyond && domain_.open[2 * a + side]) return Place::left;
            if (beyond) place = Place::beyond_wall;
        }
    for (const LiquidSink& sink : domain_.sinks)
        if (sink.holds(p)) return Place::left;
    return place;
}

void LiquidInventory::remove_outside(ParticleSet& particles, Real margin) {
    const auto& x = particles.positions();
    const Box3 reach = domain_.box.padded(margin);
    const auto outside = parallel_sum(
        "outside", particles.size(), [&](Index i) { return place_of(x[i], reach) != Place::inside; }, Index{0});
    if (outside == 0) return;
    const MassShares mass(particles);
    const auto& phase = particles.get<IndexColumn>("phase");
    std::vector<Index> kept;
    for (Index i = 0; i < particles.size(); ++i) {
        const Place place = place_of(x[i], reach);
        if (place == Place::inside) kept.push_back(i);
        Tally& tally = tallies_[static_cast<std::size_t>(phase[i])];
        tally.left += place == Place::left ? 1 : 0;
        tally.lost += place == Place::beyond_wall ? 1 : 0;
        tally.units_left += place == Place::left ? mass.units(i) : 0;
        tally.units_lost += place == Place::beyond_wall ? mass.units(i) : 0;
    }
    particles.reorder(kept);
}

}  // namespace lamella
