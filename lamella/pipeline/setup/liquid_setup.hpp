// From a scene to what its solver starts from: particles in the shapes, emitters, sinks, walls, bodies; everything
// relative to the domain's lowest corner.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/liquid_setup.hpp>
#include <lamella/pipeline/setup/placed_obstacles.hpp>

#include <memory>
#include <string>

namespace lamella {

Vec3d simulation_origin(const Scene& scene);
Box3 domain_box(const Scene& scene);  // relative to the origin
PeriodicBox periodic_box(const Scene& scene);
double start_time(const Scene& scene);  // of the first frame, s

// The file that a fluid starts from; of a run folder the given frame of the fluid of that name.
InputFile source_file(const ParticleSource& source, const std::string& fluid);

// The particles of that file.
std::shared_ptr<const ParticleSet> source_particles(const InputFile& file, Assets& assets);

LiquidSetup liquid_setup(const Run& run, const Scene& scene, Assets& assets);

// The constants of the fluids, in their order: a particle's phase is its fluid.
PhaseMaterials materials_of(const Scene& scene);

// The largest speed to expect: of falling through the whole scene, of what moves at the start, of emitters
// and of moving obstacles.
Real expected_speed(const Scene& scene);

}  // namespace lamella
