#include <lamella/surface/field_parameters.hpp>
#include <lamella/surface/implicit_field.hpp>

namespace lamella {

Real PlainField::level(const ImplicitField& field, const SparseGrid&, const VolumeAsked&, SurfaceMemory*) {
    return field.level();
}

}  // namespace lamella
