// Yu 2011, section 5.3: tension from a triangle mesh of the surface, which the particles carry. The mesh is another
// method's (matter/carried_surface.hpp); it also hands the forces of its vertices to the particles, and the header of
// that tells what differs from eq. 5.3.
//
// Where liquid lies on walls and bodies the mesh has the tension -cos(theta) times that of the free surface, theta the
// contact angle (Young 1805; at 90 degrees none), and solids pull at its rim, so that what is left of the forces there
// acts along them. The text has the full tension everywhere, by which liquid pearls off everything.
//
// The waves that set the longest step are those of the particles' length; a quarter of their time is taken.
#pragma once

#include <lamella/matter/carried_surface.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_time_step.hpp>

namespace lamella {

class SurfaceTensionYu2011 {
public:
    struct Parameters {
        static constexpr const char* name = "yu2011";
        static constexpr const char* sentence =
            "tension of a mesh that the particles carry (Yu 2011, section 5.3): in N/m, exact in its momentum; the "
            "mesh is written with the frames";

        Real tension = 0.0728f;
        Real cell = 0.5f;
        Real contact_angle = 90.0f;

        static constexpr auto fields() {
            return field_list(
                Field{"tension", &Parameters::tension, "N/m", range(0, 1e4), "surface tension; water: 0.0728"},
                Field{"cell", &Parameters::cell, "d", range(0.25, 2),
                      "length of the mesh's edges; at less than 0.5 it is rougher, as it follows every particle"},
                Field{"contact_angle", &Parameters::contact_angle, "deg", range(0, 180),
                      "at which the liquid meets walls and bodies: water on clean glass 20, on wax 110"});
        }

        static constexpr StepCost cost{400.0, 6e-6};
        static constexpr KernelNeeds kernel{};
        double longest_step(double density, double spacing) const {
            return 0.25 * capillary_step(tension, density, spacing);
        }
    };

    // RunError where the setup of the liquid brought no mesh.
    SurfaceTensionYu2011(const Parameters& parameters, const SphLiquid& liquid);

    // Brings the mesh to the particles, and adds to the column `acceleration`.
    void add(SphLiquid& liquid);
    static Real energy_density(const SphLiquid&, Index) { return 0.0f; }

    CarriedSurface& surface() const { return *surface_; }

private:
    Real tension_;
    Real wetted_;  // share of the tension that area on solids has
    std::unique_ptr<CarriedSurface> surface_;
};

}  // namespace lamella
