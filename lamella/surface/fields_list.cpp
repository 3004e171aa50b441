#include <lamella/surface/adams2007.hpp>
#include <lamella/surface/ando2011.hpp>
#include <lamella/surface/fields_list.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/surface/mueller2003.hpp>
#include <lamella/surface/true_volume.hpp>
#include <lamella/surface/yu2011.hpp>
#include <lamella/surface/zhu_bridson2005.hpp>

#include <utility>

namespace lamella {

namespace {

template <class Parameters>
std::unique_ptr<ImplicitField> kernel_field(const Parameters& parameters, const ParticleCloud& cloud, NearSurface near,
                                            KernelSet (*kernels_of)(const Parameters&, const ParticleCloud&,
                                                                    const NearSurface&)) {
    KernelSet kernels = kernels_of(parameters, cloud, near);
    return std::make_unique<KernelField>(cloud, std::move(near), std::move(kernels), parameters.iso);
}

}  // namespace

std::unique_ptr<ImplicitField> make_field(const TrueVolumeParameters& parameters, const ParticleCloud& cloud) {
    return kernel_field(parameters, cloud, find_near_surface(cloud), true_volume_kernels);
}

std::unique_ptr<ImplicitField> make_field(const Mueller2003Parameters& parameters, const ParticleCloud& cloud) {
    return kernel_field(parameters, cloud, find_near_surface(cloud), mueller2003_kernels);
}

std::unique_ptr<ImplicitField> make_field(const ZhuBridson2005Parameters& parameters, const ParticleCloud& cloud) {
    return zhu_bridson2005_field(parameters, cloud);
}

std::unique_ptr<ImplicitField> make_field(const Adams2007Parameters& parameters, const ParticleCloud& cloud,
                                          SurfaceMemory* memory) {
    return adams2007_field(parameters, cloud, memory);
}

std::unique_ptr<ImplicitField> make_field(const Yu2011Parameters& parameters, const ParticleCloud& cloud) {
    return kernel_field(parameters, cloud, all_near_surface(cloud), yu2011_kernels);
}

std::unique_ptr<ImplicitField> make_field(const Ando2011Parameters& parameters, const ParticleCloud& cloud) {
    return std::make_unique<Ando2011>(parameters, cloud);
}

}  // namespace lamella
