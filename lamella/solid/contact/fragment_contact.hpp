// Solids through which cracks run, with themselves and with one another: their outer particles touch as balls of half a
// spacing. Particles of one solid do where nothing of it joins them any more: in different fragments, or on both faces
// of a crack that closes again, or far from one another at rest. Balls that were nearer at rest touch where they were
// then.
//
// The force acts half way between both, and is shared out over the neighbours at rest of either ball by linear-exact
// weights (linear_weights.hpp), so that friction keeps the angular momentum. Where a piece is too small for that, balls
// push along their line, without friction.
#pragma once

#include <lamella/solid/contact/contact_table.hpp>
#include <lamella/solid/solid.hpp>

namespace lamella {

// a may be b.
ContactResult push_balls_apart(Solid& a, Solid& b, double dt, const ContactTable& before);

}  // namespace lamella
