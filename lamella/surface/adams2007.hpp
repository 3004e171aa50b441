// The field of Adams, Pauly, Keiser, Guibas 2007, "Adaptively Sampled Particle Fluids", after Yu 2011, section 2.1:
// that of weighted_centres.hpp with the distances of the particles from the surface as radii,
//
//     phi(x) = |x - X(x)| - d(x)   (2.4),   d(x) = sum_i w_i(x) d_i / sum_i w_i(x)   (2.7).
//
// Where the d_i are the depths below a plane, phi is the distance from that plane, wherever the particles lie: noise of
// their places does not show. Particles carry their d_i from the frame before; the field that they make has a
// surface, and their distances from it are the new d_i.
//
// Departures:
// - A frame looks back over a fixed number n of frames: particles start with one radius n - 1 frames before it (that is
//   zhu_bridson2005), and every frame since then has one redistancing. Nothing ties distances to the volume: the
//   surface of a pool at rest sinks by 0.1 d over 50 redistancings without an end. Over a window of 3 frames it stays
//   within 0.02 d for 50 frames of changing noise, and a frame has the same bits whichever frame a run starts at. So
//   n - 1 generations of distances are carried side by side.
// - Particles that the frame before does not know keep the distance that they have from the surface of one redistancing
//   less in their own frame. So a first frame, and particles without ids, have n - 1 redistancings of one frame.
// - Distances are those from the mesh, exact, for particles near the surface: there are few, and fast marching would
//   have to start from them. The others do not count at the surface.
// - Surfaces of thin parts would close in on their particles, which have none below them to hold them: where the
//   surroundings of a particle are as empty as in a sheet, its distance is at least the radius.
#pragma once

#include <lamella/surface/field_parameters.hpp>

namespace lamella {

struct Adams2007Parameters : PlainField {
    static constexpr const char* name = "adams2007";
    static constexpr const char* sentence = "distance to the mean of the particles around, less their tracked depths";

    Real support = 2.0f;
    Real radius = 0.56f;
    Index frames = 3;
    SurfaceMesh mesh;

    static constexpr auto fields() {
        return field_list(
            Field{"support", &Adams2007Parameters::support, "d", range(1, 4),
                  "how far particles count for the means, in particle spacings"},
            Field{"radius", &Adams2007Parameters::radius, "d", range(0.3, 1.5),
                  "distance from the surface that every particle starts with, in particle spacings"},
            Field{"frames", &Adams2007Parameters::frames, "frames", range(1, 50),
                  "how many frames distances are tracked over, this one among them; 1 is zhu_bridson2005"},
            Field{"", &Adams2007Parameters::mesh, "", any_value(), "how the mesh is made"});
    }

    std::unique_ptr<ImplicitField> field(const ParticleCloud& cloud, SurfaceMemory* memory = nullptr) const;
    Index frames_before() const { return tracks() ? frames - 1 : 0; }
    // Whether distances are carried from frame to frame. Repaired sheets number their particles anew in every frame.
    bool tracks() const { return frames > 1 && !mesh.repair_sheets; }
};

}  // namespace lamella
