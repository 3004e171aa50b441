// Lights and floors that go together, laid out around a subject of any size.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/render/render_settings.hpp>

namespace lamella {

// The lights that the settings name, else those of their setting around the box.
std::vector<Light> lights_of(const RenderSettings& settings, const Box3& bounds);

// The floor with the setting's colours and coat where the settings name none.
FloorSettings floor_of(const RenderSettings& settings);

}  // namespace lamella
