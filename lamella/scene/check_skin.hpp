// What is wrong with paint and fur on the skin of an obstacle, as far as it shows without their files.
#pragma once

#include <lamella/scene/check_stages.hpp>

namespace lamella {

void check_skin(const Scene& scene, std::size_t obstacle, Refuse refuse);

}  // namespace lamella
