// The settings of a stage that works on files instead of a scene: the same keys, given by --set only.
#pragma once

#include <lamella/foam/foam_settings.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/surface/surface_settings.hpp>

#include <span>
#include <string>

namespace lamella::cli {

// From "surface.support=2.5" and the like; every fault is an InputError "--set #1: ...".
SurfaceField surface_settings(std::span<const std::string> overrides);
FoamSettings foam_settings(std::span<const std::string> overrides);
RenderSettings render_settings(std::span<const std::string> overrides);

}  // namespace lamella::cli
