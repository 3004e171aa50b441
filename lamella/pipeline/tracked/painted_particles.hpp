// The other way to keep colours (Yu 2011, figure 5.4 b): particles have them from where they were first seen, and the
// vertices of each frame get the mean of those around. It blurs at the scale of the particles.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/pipeline/tracked/surface_painter.hpp>

namespace lamella {

class PaintedParticles {
public:
    // Particles that were not seen before are painted where they are. InputError where they have no ids.
    void see(const ParticleSet& particles, const SurfacePainter& painter);
    // Gives the particles what was painted on them.
    void show(ParticleSet& particles) const;
    std::vector<std::string> names() const;
    void forget() { table_ = {}; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("columns", table_);
    }

private:
    Index row_of(Index id) const;  // -1 where it was not seen

    ColumnTable table_;  // in the order of its ids
};

}  // namespace lamella
