// Which particles a liquid has: their ids, what nozzles add, what leaves. The same for every solver.
#pragma once

#include <lamella/particles/liquid_setup.hpp>
#include <lamella/particles/mass_units.hpp>

#include <cstdint>

namespace lamella {

class LiquidInventory {
public:
    // Gives ids to the particles of the start.
    LiquidInventory(LiquidDomain domain, std::vector<LiquidSource> sources, Real spacing, ParticleSet& start);

    // Adds what the nozzles have let in by now, as far as there is room: where liquid stands before a nozzle
    // nothing comes in.
    void add_emitted(ParticleSet& particles, double time);

    // Removes what is in a sink or more than `margin` outside the box. A position that is not a number is not
    // outside: it stays, and the neighbour grid reports it.
    void remove_outside(ParticleSet& particles, Real margin);

    // The first of `count` new ids.
    Index new_ids(Index count);

    const LiquidDomain& domain() const { return domain_; }
    std::int64_t next_id() const { return next_id_; }
    std::int64_t emitted() const { return emitted_; }  // particles, since the start
    std::int64_t left() const { return left_; }        // through open faces and into sinks
    std::int64_t lost() const { return lost_; }        // through walls: 0 unless a solver fails to hold them
    double mass_left() const { return whole_particles(units_left_); }  // in whole particles
    double mass_lost() const { return whole_particles(units_lost_); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("next_id", next_id_);
        std::span layers(emitted_layers_);  // their number is the sources'
        visit("emitted_layers", layers);
        visit("emitted", emitted_);
        visit("left", left_);
        visit("lost", lost_);
        visit("units_left", units_left_);
        visit("units_lost", units_lost_);
    }

private:
    enum class Place { inside, left, beyond_wall };

    Place place_of(const Vec3& p, const Box3& reach) const;
    void append(ParticleSet& particles, const std::vector<Vec3>& positions, const Vec3& velocity, Index phase);

    LiquidDomain domain_;
    std::vector<LiquidSource> sources_;
    Real spacing_;
    std::int64_t next_id_ = 0;
    std::vector<std::int64_t> emitted_layers_;  // of each source
    std::int64_t emitted_ = 0;
    std::int64_t left_ = 0;
    std::int64_t lost_ = 0;
    std::int64_t units_left_ = 0;  // of mass
    std::int64_t units_lost_ = 0;
};

}  // namespace lamella
