// The implicit field of each alternative of SurfaceField. The cloud must outlive the field.
#pragma once

#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/particle_cloud.hpp>
#include <lamella/surface/surface_memory.hpp>
#include <lamella/surface/surface_settings.hpp>

#include <memory>

namespace lamella {

std::unique_ptr<ImplicitField> make_field(const TrueVolumeParameters& parameters, const ParticleCloud& cloud);
std::unique_ptr<ImplicitField> make_field(const Mueller2003Parameters& parameters, const ParticleCloud& cloud);
std::unique_ptr<ImplicitField> make_field(const ZhuBridson2005Parameters& parameters, const ParticleCloud& cloud);
std::unique_ptr<ImplicitField> make_field(const Adams2007Parameters& parameters, const ParticleCloud& cloud,
                                          SurfaceMemory* memory = nullptr);
std::unique_ptr<ImplicitField> make_field(const Yu2011Parameters& parameters, const ParticleCloud& cloud);
std::unique_ptr<ImplicitField> make_field(const Ando2011Parameters& parameters, const ParticleCloud& cloud);

}  // namespace lamella
