// What the parameters of a field say besides their numbers. A field is made for one frame; its parameters make it.
#pragma once

#include <lamella/surface/mesh_settings.hpp>

#include <concepts>
#include <memory>

namespace lamella {

class ImplicitField;
class ParticleCloud;
class SparseGrid;
struct SurfaceMemory;
struct VolumeAsked;

template <class P>
concept FieldParameters =
    HasFields<P> && requires(const P& p, P& changed, const ParticleCloud& cloud, const ImplicitField& field,
                             const SparseGrid& phi, const VolumeAsked& asked, SurfaceMemory* memory) {
        { p.mesh } -> std::convertible_to<SurfaceMesh>;
        // The field of the frame; the cloud must outlive it. `memory` holds what the frames before have left and takes
        // what this one leaves; it may be null.
        { p.field(cloud, memory) } -> std::same_as<std::unique_ptr<ImplicitField>>;
        // How many frames before it the surface of a frame depends on.
        { p.frames_before() } -> std::same_as<Index>;
        // The level at which the surface is taken, from the field on the nodes of a grid.
        { p.level(field, phi, asked, memory) } -> std::same_as<Real>;
        // Whether the kernels are to be written.
        { p.writes_kernels() } -> std::same_as<bool>;
        // For sheets that were repaired: they may be thinner than a cell.
        changed.show_thin_sheets();
    };

// The answers of a field of one frame that has one level and no kernels.
struct PlainField {
    static Index frames_before() { return 0; }
    static Real level(const ImplicitField& field, const SparseGrid& phi, const VolumeAsked& asked,
                      SurfaceMemory* memory);
    static bool writes_kernels() { return false; }
    static void show_thin_sheets() {}
};

}  // namespace lamella
