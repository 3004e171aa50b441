// A case that looks into a world with bodies between the steps.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/world.hpp>
#include <lamella/rigid/rigid_solver.hpp>

#include <string>
#include <string_view>

namespace lamella {

// The world of a scene; messages call it `name`.json.
World case_world(const Run& run, const std::string& name, std::string_view scene_text);

// Steps until `time`; look(dt) is called after every step. Throws Stopped when the run is to stop.
template <class Look>
void advance(const Run& run, World& world, double time, Look&& look) {
    for (double left = time - world.time(); left > 0.0;) {
        run.throw_if_stopped();
        const double dt = world.step(left);
        left -= dt;
        look(dt);
    }
}
inline void advance(const Run& run, World& world, double time) {
    advance(run, world, time, [](double) {});
}

}  // namespace lamella
