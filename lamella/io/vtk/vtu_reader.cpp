#include <lamella/io/vtk/vtu.hpp>
#include <lamella/io/vtk/vtu_document.hpp>

namespace lamella {

ParticleSet read_vtu(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    VtuDocument file(bytes, source);
    PointBuilder builder = file.read_points();
    file.read_attributes("PointData", builder);
    return builder.finish(notes);
}

}  // namespace lamella
