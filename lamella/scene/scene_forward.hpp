// What scenes are made of, by name: for headers that hand it on. Who reads a scene includes scene.hpp, and is compiled
// anew with every parameter that changes.
#pragma once

#include <lamella/scene/scene_shape.hpp>

namespace lamella {

struct Domain;
struct Emitter;
struct Fluid;
struct Obstacle;
struct ParticleSource;
struct Scene;

}  // namespace lamella
