// Data of programs with Z up, turned to ours with Y up and back: positions, v and N.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/particles/particle_set.hpp>

namespace lamella {

enum class UpAxis { y, z };

void z_up_to_y_up(ParticleSet& particles);
void z_up_to_y_up(TriangleMesh& mesh);
void z_up_to_y_up(TetMesh& mesh);
void z_up_to_y_up(Strands& strands);
void y_up_to_z_up(ParticleSet& particles);
void y_up_to_z_up(TriangleMesh& mesh);
void y_up_to_z_up(TetMesh& mesh);
void y_up_to_z_up(Strands& strands);

}  // namespace lamella
