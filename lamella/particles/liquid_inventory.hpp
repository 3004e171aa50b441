// Which particles a liquid has: their ids, what nozzles add, what leaves. The same for every solver.
#pragma once

#include <lamella/particles/liquid_domain.hpp>
#include <lamella/particles/mass_units.hpp>

#include <cstdint>

namespace lamella {

class LiquidInventory {
public:
    // Gives ids to the particles of the start; those that have one in the column `id` keep it, -1 there stands for
    // none.
    LiquidInventory(LiquidDomain domain, std::vector<LiquidSource> sources, Real spacing, std::size_t phases,
                    ParticleSet& start);

    // Adds what the nozzles have let in by now, as far as there is room: where liquid stands before a nozzle
    // nothing comes in. Liquid that goes along with the jet makes room.
    void add_emitted(ParticleSet& particles, double time);

    // Removes what is in a sink or more than `margin` outside the box. A position that is not a number is not
    // outside: it stays, and the neighbour grid reports it.
    void remove_outside(ParticleSet& particles, Real margin);

    // The first of `count` new ids.
    Index new_ids(Index count);

    const LiquidDomain& domain() const { return domain_; }
    std::int64_t next_id() const { return next_id_; }
    std::int64_t emitted() const { return total(&Tally::emitted); }  // particles, since the start
    std::int64_t left() const { return total(&Tally::left); }        // through open faces and into sinks
    std::int64_t lost() const { return total(&Tally::lost); }  // through walls: 0 unless a solver fails to hold them
    double mass_left() const { return whole_particles(total(&Tally::units_left)); }  // in whole particles

    // What came and went of one phase, since the start.
    struct Tally {
        std::int64_t emitted = 0;
        std::int64_t left = 0;
        std::int64_t lost = 0;
        std::int64_t units_left = 0;  // of mass
        std::int64_t units_lost = 0;
    };
    const Tally& tally(Index phase) const { return tallies_[static_cast<std::size_t>(phase)]; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("next_id", next_id_);
        std::span until(emitted_until_);  // their number is the sources'
        visit("emitted_until", until);
        for (std::size_t phase = 0; phase < tallies_.size(); ++phase) {
            const std::string name = "phase" + std::to_string(phase);
            Tally& tally = tallies_[phase];
            visit(name + ".emitted", tally.emitted);
            visit(name + ".left", tally.left);
            visit(name + ".lost", tally.lost);
            visit(name + ".units_left", tally.units_left);
            visit(name + ".units_lost", tally.units_lost);
        }
    }

private:
    enum class Place { inside, left, beyond_wall };

    std::int64_t total(std::int64_t Tally::*count) const;
    Place place_of(const Vec3& p, const Box3& reach) const;
    void append(ParticleSet& particles, const Emission& emission, Index phase);

    LiquidDomain domain_;
    std::vector<LiquidSource> sources_;
    Real spacing_;
    std::int64_t next_id_ = 0;
    std::vector<double> emitted_until_;  // of each source, s
    std::vector<Tally> tallies_;         // of each phase
};

}  // namespace lamella
