// Markers of the inside that the level set has lost and cannot show: drops that fly on their own until they come back
// (the removed particles of Enright 2002). What they carry is what the level set has lost, shared among them, and at
// most the volume for which a marker stands when it is seeded: a fixed volume each would create water.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/matter/force_fields.hpp>
#include <lamella/particles/liquid_domain.hpp>
#include <lamella/particles/particle_set.hpp>

#include <functional>

namespace lamella {

class Spray {
public:
    Spray();

    Index count() const { return drops_.size(); }
    Vec3 place(Index i) const { return drops_.positions()[i]; }
    Vec3 velocity(Index i) const { return drops_.get<Vec3Column>("v")[i]; }
    Real radius(Index i) const;  // of a ball of its volume, m
    double volume() const;       // m^3
    Vec3d moment() const;        // sum of volume times velocity, and of volume times place
    Vec3d first_moment() const;

    void add(const Vec3& x, const Vec3& v, Real volume);

    // Ballistic flight; what comes nearer to a solid than `least` slides along it.
    struct Flight {
        const Vec3& gravity;
        const ForceFields& forces;
        const SolidGrid& solids;
        double time;
        double dt;
        Real least;
    };
    void fly(const Flight& flight);

    // Those of which it is true vanish; returns their volume.
    double remove_if(const std::function<bool(const Vec3&)>& gone);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("drops", drops_);
    }

private:
    ParticleSet drops_;  // P, v, volume
};

}  // namespace lamella
