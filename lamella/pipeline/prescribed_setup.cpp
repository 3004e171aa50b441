#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/prescribed_setup.hpp>

namespace lamella {

PrescribedSetup prescribed_setup(const Run& run, const Scene& scene) {
    return {liquid_setup(run, scene, {}), std::get<PrescribedParameters>(scene.solver), simulation_origin(scene), {}};
}

}  // namespace lamella
