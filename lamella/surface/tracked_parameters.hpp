// The surface as one mesh through time (after Yu 2011, chapter 5): what a scene says of it. The mesh is carried by the
// particles from frame to frame and projected on the surface of a field (tracking/tracked_surface.hpp). Where it
// begins, and of a single frame, it is the surface of that field.
#pragma once

#include <lamella/surface/adams2007.hpp>
#include <lamella/surface/ando2011.hpp>
#include <lamella/surface/mueller2003.hpp>
#include <lamella/surface/paint/paint_parameters.hpp>
#include <lamella/surface/true_volume.hpp>
#include <lamella/surface/wave_parameters.hpp>
#include <lamella/surface/yu2011.hpp>
#include <lamella/surface/zhu_bridson2005.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

template <FieldParameters... P>
using OneField = std::variant<P...>;

// The fields whose surface can be made of one frame; the first is the default.
using FrameField = OneField<TrueVolumeParameters, Mueller2003Parameters, ZhuBridson2005Parameters, Adams2007Parameters,
                            Yu2011Parameters, Ando2011Parameters>;

struct TrackedParameters {
    static constexpr const char* name = "tracked";
    static constexpr const char* sentence =
        "one mesh through time, which the particles carry on the surface of a field; colours and ids live on it (after "
        "Yu 2011, chapter 5)";

    FrameField of;
    Real step = 0.16f;
    std::vector<std::string> carried;
    std::vector<PaintCoat> paint;
    std::optional<StartCoordinates> coordinates;
    PaintOn paint_on = PaintOn::vertices;
    Real file_rate = 0.0f;
    std::optional<WaveParameters> waves;
    SurfaceMesh mesh;

    static constexpr auto fields() {
        return field_list(
            Field{"field", &TrackedParameters::of, "", any_value(),
                  "the field on whose surface the mesh is kept; how the mesh is made is said beside it"},
            Field{"step", &TrackedParameters::step, "cell", range(0.02, 1),
                  "how far particles move along an axis beyond the mean of all, in cells, before the mesh is projected "
                  "again"},
            Field{"carried", &TrackedParameters::carried, "", any_value(),
                  "particle attributes that the vertices get where the mesh begins, and keep"},
            Field{"paint", &TrackedParameters::paint, "", any_value(),
                  "colours (Cd) that the surface gets where it begins, each over those before"}
                .silent(),
            Field{"coordinates", &TrackedParameters::coordinates, "", any_value(),
                  "texture coordinates (uv) that it gets where it begins (default: none)"}
                .silent(),
            Field{
                "paint_on", &TrackedParameters::paint_on, "", any_value(),
                "vertices get and keep colours and texture coordinates, or particles do, and vertices fetch them from "
                "those around in every frame"}
                .silent(),
            Field{"file_rate", &TrackedParameters::file_rate, "1/s", range(0, 1e6),
                  "frames a second of files that no scene belongs to; 0: from ids and velocities, else 24"},
            Field{"waves", &TrackedParameters::waves, "", any_value(), "capillary waves on the mesh; absent: none"}
                .silent(),
            Field{"", &TrackedParameters::mesh, "", any_value(),
                  "how the mesh is made; cell is the length of its edges"});
    }

    // A setting that a tracked surface does not know, and what is wrong; an empty name where there is none.
    struct Fault {
        std::string name;
        std::string sentence;
    };
    Fault fault() const;

    std::unique_ptr<ImplicitField> field(const ParticleCloud& cloud, SurfaceMemory* memory = nullptr) const;
    static Index frames_before() { return 0; }
    Real level(const ImplicitField& field, const SparseGrid& phi, const VolumeAsked& asked,
               SurfaceMemory* memory) const;
    static bool writes_kernels() { return false; }
    void show_thin_sheets();
};

}  // namespace lamella
