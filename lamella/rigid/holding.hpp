// Bodies that are held: they follow keyframes, answer to nothing, and push what they meet. A body that is released goes
// on with the velocity and spin that the motion has just before; one that is taken hold of later is carried along from
// where it is, as if it were fastened to what the keyframes move.
#pragma once

#include <lamella/rigid/rigid_body.hpp>

namespace lamella {

// Whether some hold covers the time.
bool is_held_at(const RigidBody& body, double time);

// Puts a body whose first hold covers the start to where its motion has it.
void hold_at_start(const RigidBody& body, double time, RigidState& state);

// Moves on from `time` by h, freely or held; within it a body is released at its time, and taken hold of at the end.
void move_on(const RigidBody& body, double time, double h, RigidState& state);

// The largest speed of its points at that time, were it held until then.
double held_speed(const RigidBody& body, const RigidState& state, double time);

}  // namespace lamella
