// The surfels of a solid, and what cracks do to them (Keiser 2006, 5.6.3). A surfel follows the particles that it sees
// past the cracks and that belong to the fragment of the nearest of these; a crack that runs through its disc cuts it;
// and both faces of a crack get surfels of their own, as far as they lie inside the solid.
//
// Departures: who is not seen past a crack has no weight at all, where the printed transparency lets it fade behind the
// front: that way the ties follow from the cracks and fragments alone, and a run that resumes has the same; sheets end
// outside the solid, and their faces are cut off at its skin.
#pragma once

#include <lamella/solid/fracture/fracture.hpp>
#include <lamella/surfels/surfels_keiser2006.hpp>

namespace lamella {

class SurfelSkin {
public:
    SurfelSkin() = default;
    // `mesh` at rest; an InputError where it is far from all particles.
    SurfelSkin(const TriangleMesh& mesh, const SurfelParameters& parameters, const RestShape& shape);

    bool empty() const { return surfels_.empty(); }
    const SurfelsKeiser2006& surfels() const { return surfels_; }
    // With the columns fragment and inside where the solid may break.
    const ParticleSet& shown() const { return surfels_.shown(); }

    // As the particles have moved; `fracture` may be null.
    void move(const CarriedField& field, const Fracture* fracture);

    template <class Visitor>
    void state(Visitor& visit) {
        const auto before = std::tuple(searched_, fragments_, surfels_.size());
        visit("searched", searched_);
        visit("fragments", fragments_);
        visit("surfels", surfels_);
        if (before != std::tuple(searched_, fragments_, surfels_.size())) surfels_.forget_ties();
    }

private:
    TieSearch search(const Fracture* fracture) const;
    void see_cracks(const Fracture& fracture);
    std::vector<Index> touched(const Fracture& fracture, const TriangleCells& fresh) const;
    void cut(const Fracture& fracture, const TriangleCells& fresh);
    void add_faces(const Fracture& fracture);
    void show_fragments(const Fracture& fracture);

    Real support_ = 0.0f;  // m, of ties
    Real split_ = 0.0f;
    Real face_radius_ = 0.0f;  // of surfels on cracks
    RestCells cells_;
    SurfelsKeiser2006 surfels_;
    Index searched_ = 0;   // triangles of sheets
    Index fragments_ = 1;  // that the ties know
};

}  // namespace lamella
