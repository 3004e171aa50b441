// Brittle and ductile fracture of a solid (Keiser 2006, 5.6): cracks begin where matter is torn too strongly
// (crack_starts.hpp), run as fronts with sheets behind them (crack_growth.hpp), and part the pairs of particles
// (pair_transparency.hpp), until the solid falls into fragments (fragments.hpp).
#pragma once

#include <lamella/solid/elasticity_keiser2006.hpp>
#include <lamella/solid/fracture/crack_growth.hpp>
#include <lamella/solid/fracture/crack_strip.hpp>
#include <lamella/solid/fracture/fracture_parameters.hpp>
#include <lamella/solid/fracture/fragments.hpp>
#include <lamella/solid/fracture/rest_body.hpp>

namespace lamella {

// By what artists lead the cracks of a solid (Keiser 2006, 5.6.6).
struct FractureControl {
    std::vector<CrackStrip> strips;                      // that open first
    std::function<Real(const Vec3&)> strength_factor{};  // on the strength at a place, and on the stress of the fronts
};

class Fracture {
public:
    // distance: that of the solid at rest, negative inside.
    Fracture(const FractureParameters& parameters, const RestShape& shape, const SolidMatter& matter,
             std::function<Real(const Vec3&)> distance, FractureControl control = {});

    // Cracks begin, and go on for dt up to that time, by the solid's stresses now.
    void advance(double dt, double time, const ElasticityKeiser2006& elasticity);

    // Pairs that cracks have changed since the last time, or since a state came back.
    std::vector<PairChange> take_changes();

    const FractureParameters& parameters() const { return parameters_; }
    const CrackSheets& sheets() const { return sheets_; }
    const PairTransparency& pairs() const { return pairs_; }
    std::span<const CrackStrip> strips() const { return control_.strips; }
    const Fragments& fragments() const { return fragments_; }
    const RestBody& body() const { return body_; }
    Vec3d place(Index i) const { return places_[i].cast<double>(); }
    // Whether no pair joins two particles, i < j, that could be joined.
    bool apart(Index i, Index j) const;
    Index started() const { return started_; }  // cracks, since the start

    template <class Visitor>
    void state(Visitor& visit) {
        visit("steps", steps_);
        visit("started", started_);
        visit("sheets", sheets_);
        visit("pairs", pairs_);
        visit("fragments", fragments_);
        for (std::size_t k = 0; k < control_.strips.size(); ++k) visit("strip" + std::to_string(k), control_.strips[k]);
    }

private:
    std::vector<Real> strengths_now(std::span<const Real> flowed) const;
    void search(const StressField& field, const ElasticityKeiser2006& elasticity, double time);
    CrackLaw law_at(Index sheet, const Vec3d& place) const;

    FractureParameters parameters_;
    CrackLaw law_;
    FractureControl control_;
    std::vector<CrackLaw> strip_laws_;
    RestBody body_;
    std::vector<Vec3> places_;
    std::vector<Real> strengths_;
    CrackSheets sheets_;
    PairTransparency pairs_;
    Fragments fragments_;
    std::int64_t steps_ = 0;
    Index started_ = 0;
};

}  // namespace lamella
