#include <lamella/surface/ando2011.hpp>
#include <lamella/surface/fields_list.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/surface/mueller2003.hpp>
#include <lamella/surface/true_volume.hpp>
#include <lamella/surface/yu2011.hpp>
#include <lamella/surface/zhu_bridson2005.hpp>

#include <utility>

namespace lamella {

std::unique_ptr<ImplicitField> make_field(const TrueVolumeParameters& parameters, const ParticleCloud& cloud) {
    NearSurface near = find_near_surface(cloud);
    KernelSet kernels = true_volume_kernels(parameters, cloud, near);
    return std::make_unique<KernelField>(cloud, std::move(near), std::move(kernels), parameters.iso);
}

std::unique_ptr<ImplicitField> make_field(const Mueller2003Parameters& parameters, const ParticleCloud& cloud) {
    NearSurface near = find_near_surface(cloud);
    KernelSet kernels = mueller2003_kernels(parameters, cloud, near);
    return std::make_unique<KernelField>(cloud, std::move(near), std::move(kernels), parameters.iso);
}

std::unique_ptr<ImplicitField> make_field(const ZhuBridson2005Parameters& parameters, const ParticleCloud& cloud) {
    return std::make_unique<ZhuBridson2005>(parameters, cloud);
}

std::unique_ptr<ImplicitField> make_field(const Yu2011Parameters& parameters, const ParticleCloud& cloud) {
    NearSurface all = all_near_surface(cloud);
    KernelSet kernels = yu2011_kernels(parameters, cloud, all);
    return std::make_unique<KernelField>(cloud, std::move(all), std::move(kernels), parameters.iso);
}

std::unique_ptr<ImplicitField> make_field(const Ando2011Parameters& parameters, const ParticleCloud& cloud) {
    return std::make_unique<Ando2011>(parameters, cloud);
}

}  // namespace lamella
