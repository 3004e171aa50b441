// What every particle solver of a liquid starts from.
#pragma once

#include <lamella/particles/emitter.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/particles/periodic_box.hpp>

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace lamella {

// A shape in which liquid vanishes.
struct LiquidSink {
    Box3 bounds;
    std::function<Real(const Vec3&)> signed_distance;  // negative inside

    bool holds(const Vec3& p) const { return bounds.contains(p) && signed_distance(p) < 0.0f; }
};

// Where the liquid may be: beyond an open face and in a sink it leaves the simulation, closed faces are walls.
struct LiquidDomain {
    Box3 box;
    PeriodicBox periodic;
    std::array<bool, 6> open{};  // x-, x+, y-, y+, z-, z+
    std::vector<LiquidSink> sinks;
};

struct LiquidSource {
    Nozzle nozzle;
    Index phase = 0;  // of what it emits
};

struct LiquidSetup {
    Real spacing = 0.0f;
    Real density = 1000.0f;
    Real viscosity = 0.0f;
    Vec3 gravity = Vec3(0.0f, -9.81f, 0.0f);
    LiquidDomain domain;
    std::vector<LiquidSource> sources;
    ParticleSet particles;                     // P, v, phase; ids are given in this order
    std::vector<std::string> names{"liquid"};  // of the phases
    std::vector<std::string> attributes;       // that frames hold besides the usual ones
    Real expected_speed = 1.0f;                // of the fastest liquid

    Real particle_mass() const { return density * spacing * spacing * spacing; }
};

}  // namespace lamella
