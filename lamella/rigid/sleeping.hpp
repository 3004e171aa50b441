// Bodies that have come to rest are no longer moved, nor are their contacts looked for, until something touches them.
// Bodies that touch form groups; a group falls asleep when all its bodies have been slow for half a second, and wakes
// as one. What floats or hangs on something that moves does not sleep, and without gravity nothing does.
#pragma once

#include <lamella/rigid/contact_outcome.hpp>

namespace lamella {

class Sleeping {
public:
    // Slow is a body whose points move by less than a seventieth of the speed of a fall through its own size.
    Sleeping(std::span<const RigidBody> bodies, double gravity) : bodies_(bodies), gravity_(gravity) {}

    // Wakes the groups that within dt are hit by what is awake and not slow, or by bodies that others move, before they
    // are hit: a sleeper is as heavy as a wall. Says whether there were any, whose other contacts are not known.
    bool wake_touched(std::span<const Contact> contacts, double dt, std::span<RigidState> states) const;
    void wake_group(Index group, std::span<RigidState> states) const;

    // After a step of that length; `pushed` says which bodies others push.
    void rest(const ContactOutcome& outcome, double dt, std::span<const char> pushed,
              std::span<RigidState> states) const;

private:
    bool slow(Index i, const RigidState& state) const;
    double closing_speed(const Contact& c, std::span<const RigidState> states) const;

    std::span<const RigidBody> bodies_;
    double gravity_;
};

}  // namespace lamella
