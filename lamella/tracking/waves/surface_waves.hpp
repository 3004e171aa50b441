// Capillary waves on a tracked surface from frame to frame (Yu 2011, sections 5.4 and 5.5). Heights and speeds live on
// the vertices. For each frame
//
//     they follow what became of the vertices                     (the log of the frame)
//     what the frame brings is added to the speeds                (below)
//     they are taken off where the mesh cannot carry them         (curvature, small parts, the highest)
//     the mean over each connected part is taken off              (the volume of each part stays)
//     they swing for the time of a frame on the mesh as it is now (capillary_waves.hpp)
//
// so the same is had while the mesh is made and from a finished sequence.
//
// Two things excite them. What projections take off along the normal in a frame, per second: where a surface is dented
// or torn the particles' motion alone does not lead there. And sudden changes of the surface's own velocity, as where a
// drop hits. Of both only the band is taken that the mesh can carry and the particles do not: lengths of 5 to 20 edges.
// Neither is a curvature: Yu notes that curved regions drive waves that fill the surface with noise.
#pragma once

#include <lamella/surface/wave_parameters.hpp>
#include <lamella/tracking/waves/capillary_waves.hpp>

#include <span>

namespace lamella {

// What a frame brings, of each vertex.
struct WaveSources {
    std::span<const Real> removed;   // by projections along the normal, m
    std::span<const Vec3> velocity;  // of the particles there, m/s; empty: not known
};

class SurfaceWaves {
public:
    SurfaceWaves(const WaveParameters& parameters, Real edge);  // the target edge, m

    // Flat, on a mesh without slots of what was taken away.
    void begin(const ConnectedMesh& mesh, std::span<const Vec3> velocity);

    // From the mesh before, by the log of what became of its vertices, to this one. Gives how many steps there were.
    // InputError where the log does not fit.
    Index advance(const ConnectedMesh& mesh, const CarryLog& log, const WaveSources& sources, double seconds);

    Index size() const { return carried_.size(); }
    const ScalarColumn& heights() const { return carried_.table().get<ScalarColumn>("height"); }

    // The places of the vertices with their waves.
    void raise(const ConnectedMesh& mesh, std::span<Vec3> positions) const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("carried", carried_);
    }

private:
    void excite(const ConnectedMesh& mesh, const WaveSources& sources, double seconds, WaveHeights& waves) const;
    void limit(const ConnectedMesh& mesh, const SurfaceLaplacian& laplacian, WaveHeights& waves) const;
    void take(const WaveHeights& waves, std::span<const Vec3> velocity);

    WaveParameters parameters_;
    double edge_;
    WaveLaw law_;
    ElementData carried_;  // height, speed, velocity
};

}  // namespace lamella
