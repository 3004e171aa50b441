// The methods of which an SPH liquid is put together: what each kind has to answer, and the lists, each with its
// default first. A new method stands in one of them and is named nowhere else.
#pragma once

#include <lamella/core/family.hpp>
#include <lamella/sph/air_pressure_he2014.hpp>
#include <lamella/sph/dfsph_bender2015.hpp>
#include <lamella/sph/local_poisson_he2012.hpp>
#include <lamella/sph/pcisph_solenthaler2009.hpp>
#include <lamella/sph/surface_tension_akinci2013.hpp>
#include <lamella/sph/surface_tension_becker2007.hpp>
#include <lamella/sph/surface_tension_he2014.hpp>
#include <lamella/sph/surface_tension_yu2011.hpp>
#include <lamella/sph/thin_features_he2014.hpp>
#include <lamella/sph/viscosity_monaghan1992.hpp>
#include <lamella/sph/viscosity_mueller2003.hpp>
#include <lamella/sph/viscosity_weiler2018.hpp>
#include <lamella/sph/viscosity_xsph.hpp>
#include <lamella/sph/wcsph_becker2007.hpp>

#include <concepts>

namespace lamella {

template <class M>
concept SphMethod = std::constructible_from<M, const typename M::Parameters&, const SphLiquid&> &&
                    HasFields<typename M::Parameters> && requires {
                        { M::Parameters::cost } -> std::convertible_to<StepCost>;
                    };

template <class M>
concept PressureSolver = SphMethod<M> && requires(M& m, SphLiquid& liquid, double dt, const typename M::Parameters& p) {
    m.update(liquid);  // for the particles and the densities that there are now
    // Changes `v`, as the last act of the step before.
    { m.make_divergence_free(liquid, dt) } -> std::same_as<SolveReport>;
    m.add_forces(liquid);  // to the column `acceleration`
    // Changes `v` so that a step of length dt keeps the density, and the column `pressure`.
    { m.solve(liquid, dt) } -> std::same_as<SolveReport>;
    { m.speed_of_sound() } -> std::same_as<Real>;                       // 0: incompressible
    { p.speed_of_sound(Real()) } -> std::same_as<Real>;                 // the same for a liquid of that largest speed
    { M::Parameters::solves_for_bodies } -> std::convertible_to<bool>;  // whether bodies answer while it solves
};

template <class M>
concept Viscosity = SphMethod<M> && requires(M& m, SphLiquid& liquid, double dt) {
    { M::of_fluid } -> std::convertible_to<bool>;           // whether it is the fluids' own that acts
    m.add(liquid);                                          // to the column `acceleration`, before the step
    { m.smooth(liquid, dt) } -> std::same_as<SolveReport>;  // changes `v`, at its end
    { m.kinematic() } -> std::same_as<Real>;                // the largest that acts before the step, m^2/s
};

template <class M>
concept SurfaceTension = SphMethod<M> && requires(M& m, SphLiquid& liquid, Index i, const typename M::Parameters& p) {
    m.add(liquid);                                                   // to the column `acceleration`
    { m.energy_density(liquid, i) } -> std::same_as<Real>;           // that thin features balance, J/m^3; 0: none
    { p.longest_step(double(), double()) } -> std::same_as<double>;  // for a density and a spacing; 0: any
    { M::Parameters::kernel } -> std::convertible_to<KernelNeeds>;   // with others it flies apart
};

// A surface tension that acts on a mesh, which frames and states hold.
template <class M>
concept HasCarriedSurface = requires(const M& m) {
    { m.surface() } -> std::same_as<CarriedSurface&>;
};

template <class M>
concept AirPressure = SphMethod<M> && requires(M& m, SphLiquid& liquid) {
    m.add(liquid);                           // to the column `acceleration`
    { m.pressure() } -> std::same_as<Real>;  // Pa
};

template <class M>
concept ThinFeature = SphMethod<M> && requires(M& m, SphLiquid& liquid, const SurfacePull& pull) {
    m.add(liquid, pull);  // to the column `acceleration`
};

struct NoSurfaceTension {
    struct Parameters {
        static constexpr const char* name = "none";
        static constexpr const char* sentence = "no surface tension";
        static constexpr auto fields() { return field_list(); }
        static constexpr StepCost cost{};
        static constexpr double longest_step(double /*density*/, double /*spacing*/) { return 0.0; }
        static constexpr KernelNeeds kernel{};
    };

    NoSurfaceTension(const Parameters&, const SphLiquid&) {}
    static void add(SphLiquid&) {}
    static Real energy_density(const SphLiquid&, Index) { return 0.0f; }
};

struct NoAirPressure {
    struct Parameters {
        static constexpr const char* name = "none";
        static constexpr const char* sentence = "no air";
        static constexpr auto fields() { return field_list(); }
        static constexpr StepCost cost{};
    };

    NoAirPressure(const Parameters&, const SphLiquid&) {}
    static void add(SphLiquid&) {}
    static Real pressure() { return 0.0f; }
};

struct NoThinFeatures {
    struct Parameters {
        static constexpr const char* name = "none";
        static constexpr const char* sentence = "thin features get no pressure of their own";
        static constexpr auto fields() { return field_list(); }
        static constexpr StepCost cost{};
    };

    NoThinFeatures(const Parameters&, const SphLiquid&) {}
    static void add(SphLiquid&, const SurfacePull&) {}
};

template <PressureSolver... M>
using PressureFamily = Family<M...>;
template <Viscosity... M>
using ViscosityFamily = Family<M...>;
template <SurfaceTension... M>
using SurfaceTensionFamily = Family<M...>;
template <AirPressure... M>
using AirPressureFamily = Family<M...>;
template <ThinFeature... M>
using ThinFeatureFamily = Family<M...>;

using PressureSolvers = PressureFamily<DfsphBender2015, WcsphBecker2007, PcisphSolenthaler2009, LocalPoissonHe2012>;
using Viscosities = ViscosityFamily<ViscosityMonaghan1992, ViscosityMueller2003, ViscosityXsph, ViscosityWeiler2018>;
using SurfaceTensions = SurfaceTensionFamily<NoSurfaceTension, SurfaceTensionAkinci2013, SurfaceTensionBecker2007,
                                             SurfaceTensionHe2014, SurfaceTensionYu2011>;
using AirPressures = AirPressureFamily<NoAirPressure, AirPressureHe2014>;
using ThinFeatures = ThinFeatureFamily<NoThinFeatures, ThinFeaturesCorrected, ThinFeaturesPrinted>;

}  // namespace lamella
