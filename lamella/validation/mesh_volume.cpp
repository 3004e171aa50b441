#include <lamella/surface/surface_method.hpp>
#include <lamella/validation/mesh_volume.hpp>

namespace lamella {

double mesh_volume(const ParticleSet& particles, Real spacing) {
    return reconstruct(TrueVolumeParameters{}, particles, spacing).report.mesh_volume;
}

}  // namespace lamella
