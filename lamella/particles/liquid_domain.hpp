// Where a liquid of particles may be, and where it comes in.
#pragma once

#include <lamella/particles/nozzle.hpp>
#include <lamella/particles/periodic_box.hpp>

#include <array>
#include <functional>
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
    Index phase = 0;               // of what it emits
    double until = kNeverEmitted;  // what came until then is there when the simulation begins
};

}  // namespace lamella
