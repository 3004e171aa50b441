#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/close_pairs.hpp>
#include <lamella/particles/liquid_inventory.hpp>

#include <algorithm>
#include <limits>

namespace lamella {
namespace {

// Spacings that an emitted particle needs from particles that stand, and from those that go along with it. A hole of
// the cubic lattice has 0.866; in a jet the next particles are as near as 0.905, and nearer where it swings.
constexpr Real kRoom = 0.87f;
constexpr Real kRoomInJet = 0.6f;
constexpr Real kGoesAlong = 0.5f;  // share of the speed of the jet

// Splits the particles near the places into those that go along with what comes and those that stand.
std::pair<Vec3Column, Vec3Column> going_and_standing(const Emission& emission, const ParticleSet& particles, Real room,
                                                     bool wraps) {
    Box3 reach;
    for (const Vec3& p : emission.positions) reach.extend(p);
    reach = reach.padded(room);
    const auto& x = particles.positions();
    const auto& v = particles.get<Vec3Column>("v");
    const Vec3& jet = emission.velocities.front();
    std::vector<Vec3> going, standing;
    for (Index i = 0; i < x.size(); ++i)
        if (wraps || reach.contains(x[i]))
            (v[i].dot(jet) > kGoesAlong * jet.squaredNorm() ? going : standing).push_back(x[i]);
    const auto column = [](const std::vector<Vec3>& points) { return particles_from_points(points).positions(); };
    return {column(going), column(standing)};
}

Emission only(const Emission& emission, const std::vector<std::uint8_t>& wanted) {
    Emission some;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        if (!wanted[k]) continue;
        some.positions.push_back(emission.positions[k]);
        some.velocities.push_back(emission.velocities[k]);
    }
    return some;
}

}  // namespace

LiquidInventory::LiquidInventory(LiquidDomain domain, std::vector<LiquidSource> sources, Real spacing,
                                 std::size_t phases, ParticleSet& start)
    : domain_(std::move(domain)), sources_(std::move(sources)), spacing_(spacing), tallies_(phases) {
    for (const LiquidSource& source : sources_) emitted_until_.push_back(source.until);
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
        Emission emission = emit(source.nozzle, time, emitted_until_[e]);
        if (emission.positions.empty()) continue;
        for (Vec3& p : emission.positions) p = domain_.periodic.wrapped(p);
        const auto [going, standing] =
            going_and_standing(emission, particles, kRoom * spacing_, domain_.periodic.any());
        emission = only(emission, free_places(emission.positions, standing, kRoom * spacing_, domain_.periodic));
        emission = only(emission, free_places(emission.positions, going, kRoomInJet * spacing_, domain_.periodic));
        append(particles, emission, source.phase);
    }
}

void LiquidInventory::append(ParticleSet& particles, const Emission& emission, Index phase) {
    const Index old_size = particles.size();
    const auto added = static_cast<Index>(emission.positions.size());
    const Index first_id = new_ids(added);
    particles.resize(old_size + added);
    auto* units = particles.find<IndexColumn>(kMassColumn);
    for (Index k = 0; k < added; ++k) {
        const Index i = old_size + k;
        const auto at = static_cast<std::size_t>(k);
        particles.positions().set(i, emission.positions[at]);
        particles.get<Vec3Column>("v").set(i, emission.velocities[at]);
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
