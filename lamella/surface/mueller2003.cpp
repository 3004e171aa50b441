#include <lamella/particles/kernels.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/surface/mueller2003.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// The volume of a particle in units of d^3, from how filled its surroundings are.
class DropVolume {
public:
    DropVolume(Real support, Real iso) {
        const Real ball_radius = std::cbrt(3.0f / (4.0f * kPi));  // of the volume 1
        // With a narrow support a particle's own kernel hides its neighbours, and single ones do not vanish.
        const CubicSpline W(support);
        volume_alone_ = W(0.0f) < 0.9f ? iso / W(ball_radius) : 1.0f;
    }
    Real operator()(Real filling) const {
        constexpr Real kAlone = 0.06f;   // the weight of the particle itself
        constexpr Real kEnough = 0.44f;  // a sheet of one layer; the outer layer of a flat surface has 0.7
        const Real lack = std::clamp((kEnough - filling) / (kEnough - kAlone), 0.0f, 1.0f);
        return 1.0f + lack * (volume_alone_ - 1.0f);
    }

private:
    Real volume_alone_;
};

}  // namespace

KernelSet mueller2003_kernels(const Mueller2003Parameters& parameters, const ParticleCloud& cloud,
                              const NearSurface& near) {
    KernelSet kernels;
    kernels.radius = parameters.support;
    kernels.slot.assign(static_cast<std::size_t>(cloud.size()), -1);
    if (!parameters.keep_drops) return kernels;
    const DropVolume volume(parameters.support, parameters.iso);
    for (Index i = 0; i < cloud.size(); ++i) {
        const Real v = volume(near.filling[i]);
        if (v == 1.0f) continue;
        kernels.slot[i] = static_cast<Index>(kernels.own.size());
        kernels.own.push_back(ball(cloud.positions()[i], parameters.support, v));
    }
    return kernels;
}

std::unique_ptr<ImplicitField> Mueller2003Parameters::field(const ParticleCloud& cloud, SurfaceMemory*) const {
    NearSurface near = find_near_surface(cloud);
    KernelSet kernels = mueller2003_kernels(*this, cloud, near);
    return std::make_unique<KernelField>(cloud, std::move(near), std::move(kernels), iso);
}

}  // namespace lamella
