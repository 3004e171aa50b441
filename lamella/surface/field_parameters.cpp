#include <lamella/surface/field_parameters.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/tracked_parameters.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr const char* kOwnMesh = "a tracked surface keeps its mesh from frame to frame and does not know '{}'";

// The first option of meshes that a mesh which lives on cannot have.
const char* unknown_option(const SurfaceMesh& mesh) {
    if (mesh.smallest_drop > 0.0f) return "smallest_drop";
    if (mesh.smoothing > 0) return "smoothing";
    if (mesh.thin_plate) return "thin_plate";
    if (mesh.decimate > 0.0f) return "decimate";
    if (mesh.repair_sheets) return "repair_sheets";
    if (mesh.clip) return "clip";
    return mesh.level_set ? "level_set" : nullptr;
}

// What is wrong with coats of paint and coordinates.
TrackedParameters::Fault paint_fault(const TrackedParameters& tracked) {
    if (tracked.coordinates) {
        const char* fault = std::visit(
            [](const auto& method) -> const char* {
                if constexpr (requires { method.fault(); }) return method.fault();
                return nullptr;
            },
            *tracked.coordinates);
        if (fault) return {"coordinates", fault};
    }
    for (std::size_t k = 0; k < tracked.paint.size(); ++k) {
        const PaintCoat& coat = tracked.paint[k];
        const std::string path = fmt::format("paint[{}]", k);
        if (const char* fault = fault_of(coat.projection)) return {path + ".projection", fault};
        if (!tracked.coordinates && needs_uv(coat.projection) && !std::holds_alternative<PlainPattern>(coat.source))
            return {path + ".projection",
                    "without 'coordinates' the surface has no texture coordinates (uv); choose planar, spherical or "
                    "solid"};
        if (coat.within && !(coat.within->min.array() < coat.within->max.array()).all())
            return {path + ".within", "the box is empty"};
    }
    return {};
}

}  // namespace

Real PlainField::level(const ImplicitField& field, const SparseGrid&, const VolumeAsked&, SurfaceMemory*) {
    return field.level();
}

TrackedParameters::Fault TrackedParameters::fault() const {
    if (const char* option = unknown_option(mesh)) return {option, fmt::format(kOwnMesh, option)};
    const auto* own = std::get_if<TrueVolumeParameters>(&of);
    if (own && own->exact_volume > 0)
        return {"field.exact_volume", "the level of a tracked surface stays: leave out 'exact_volume'"};
    if (std::visit([](const auto& parameters) { return parameters.writes_kernels(); }, of))
        return {"field.kernels", "a tracked surface does not write kernels: leave out 'kernels'"};
    const SurfaceMesh& inner = std::visit([](const auto& p) -> const SurfaceMesh& { return p.mesh; }, of);
    if (inner.cell != SurfaceMesh{}.cell || unknown_option(inner))
        return {"field", "how the mesh is made is said beside 'field', not in it"};
    return paint_fault(*this);
}

std::unique_ptr<ImplicitField> TrackedParameters::field(const ParticleCloud& cloud, SurfaceMemory* memory) const {
    return std::visit([&](const auto& parameters) { return parameters.field(cloud, memory); }, of);
}

Real TrackedParameters::level(const ImplicitField& made, const SparseGrid& phi, const VolumeAsked& asked,
                              SurfaceMemory* memory) const {
    return std::visit([&](const auto& parameters) { return parameters.level(made, phi, asked, memory); }, of);
}

void TrackedParameters::show_thin_sheets() {
    std::visit([](auto& parameters) { parameters.show_thin_sheets(); }, of);
}

}  // namespace lamella
