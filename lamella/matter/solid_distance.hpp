// How far a place lies before what a liquid cannot enter: closed faces of the domain, and bodies where they are now.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/particles/liquid_domain.hpp>

namespace lamella {

class SolidDistance {
public:
    // The bodies must outlive it.
    SolidDistance(const LiquidDomain& domain, std::span<const Body> bodies);

    void move_to(const BodyStates& now) { now_ = now; }

    // In metres, negative in solids; right within the band of the bodies' distances. From several threads.
    Real operator()(const Vec3& x) const;

private:
    Box3 walls_;  // faces at infinity are none
    std::span<const Body> bodies_;
    BodyStates now_;
};

}  // namespace lamella
