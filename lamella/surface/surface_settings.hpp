// The list of implicit fields whose surface a scene can ask for.
#pragma once

#include <lamella/surface/adams2007.hpp>
#include <lamella/surface/ando2011.hpp>
#include <lamella/surface/mueller2003.hpp>
#include <lamella/surface/true_volume.hpp>
#include <lamella/surface/yu2011.hpp>
#include <lamella/surface/zhu_bridson2005.hpp>

#include <variant>

namespace lamella {

template <FieldParameters... P>
using OneField = std::variant<P...>;

// The first is the default.
using SurfaceField = OneField<TrueVolumeParameters, Mueller2003Parameters, ZhuBridson2005Parameters,
                              Adams2007Parameters, Yu2011Parameters, Ando2011Parameters>;

}  // namespace lamella
