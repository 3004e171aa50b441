// What is wrong with the solids of a scene, as far as it shows without their files.
#pragma once

#include <lamella/scene/check_stages.hpp>

namespace lamella {

void check_solid(const Scene& scene, std::size_t k, Refuse refuse);

}  // namespace lamella
