// What is doubtful about the place of a nozzle.
#pragma once

#include <lamella/particles/emitter.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <string>

namespace lamella {

// A sentence when the nozzle is thinner than a particle, when particles start outside the domain, when the jet leaves
// it within two spacings, or when particles start within half a spacing of a wall, whose boundary particles drive them
// away; else nothing.
std::string emitter_remark(const DiscEmitter& disc, const Domain& domain, Real spacing);

}  // namespace lamella
