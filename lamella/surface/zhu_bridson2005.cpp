#include <lamella/surface/weighted_centres.hpp>
#include <lamella/surface/zhu_bridson2005.hpp>

namespace lamella {

std::unique_ptr<ImplicitField> ZhuBridson2005Parameters::field(const ParticleCloud& cloud, SurfaceMemory*) const {
    return std::make_unique<WeightedCentres>(cloud, support, CentreRadii{radius, {}});
}

}  // namespace lamella
