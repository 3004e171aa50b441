// The lists of what a solid can be made of: material laws and plasticities.
#pragma once

#include <lamella/core/family.hpp>
#include <lamella/solid/creep_keiser2006.hpp>
#include <lamella/solid/j2_simo1988.hpp>
#include <lamella/solid/neo_hooke.hpp>
#include <lamella/solid/st_venant.hpp>

#include <concepts>

namespace lamella {

// A law tries a displacement gradient on what has flowed before; what a plasticity lets flow then changes the trial.
template <class L>
concept MaterialLaw =
    requires(typename L::Trial trial, const typename L::Trial& tried, const SymmetricTensor& plastic) {
        { L::at_rest() } -> std::same_as<SymmetricTensor>;
        { L::flowed(plastic) } -> std::same_as<Real>;
        { tried.distortion() } -> std::same_as<Real>;
        { tried.mean_stretch() } -> std::same_as<Real>;
        trial.keep(Real());
        { tried.plastic() } -> std::same_as<SymmetricTensor>;
        { tried.stress() } -> std::same_as<Mat3>;
        { tried.energy() } -> std::same_as<double>;
        { tried.stiffness() } -> std::same_as<Real>;
        { tried.volume() } -> std::same_as<Real>;
    };

class Elastic {
public:
    static constexpr bool flows = false;

    struct Parameters {
        static constexpr const char* name = "none";
        static constexpr const char* sentence = "always comes back to its shape";
        static constexpr auto fields() { return field_list(); }
    };

    Elastic(const Parameters&, const ElasticConstants&) {}

    template <class Trial>
    Real share_left(const Trial&, Real, Real, Real&) const {
        return 1.0f;
    }
};

template <MaterialLaw... Laws>
using LawList = Family<Laws...>;

using MaterialLaws = LawList<StVenant, NeoHooke>;
using Plasticities = Family<Elastic, CreepKeiser2006, J2Simo1988>;

// What a solid is made of, as a scene says it.
struct SolidMatter {
    ElasticConstants elastic;
    Real density = 1000.0f;
    MaterialLaws::Parameters material;
    Plasticities::Parameters plasticity;
};

}  // namespace lamella
