// Sheets that do not tear under SPH (Ando, Tsuruno 2011, section 5 and figure 11). The children of split particles are
// passengers: they carry mass and fill the sheet, but SPH does not sum over them, and their parents keep their whole
// weight in its sums. The paper lets children press on their neighbours and sees noise and strings; and sums over
// particles of many masses would cost every liquid a volume for each. A passenger moves with the velocity of the
// originals around it (sharp_mean_ando2011.hpp, R = 4 d), falls freely where there are none, and is put back in front
// of solids like any particle. A child that becomes an original (sheets_ando2011.hpp) stays a passenger.
#pragma once

#include <lamella/particles/sheets/sheet_step.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

// Columns beside those of the sheets: passenger and by_solid, 0 or 1.
class SheetPassengers {
public:
    SheetPassengers(const SheetMethod& sheets, const SphLiquid& liquid);

    void add_columns(ParticleSet& originals) const;

    // Moves the passengers for a step. The originals have the velocities of this step and have not moved yet.
    void carry(SphLiquid& liquid, const Vec3& gravity, double dt);

    // Splits and collapses after all have moved.
    void split_and_collapse(double dt, SphLiquid& liquid, LiquidInventory& inventory);

    // Enters what was split and collapsed since the last call.
    void note(StepReport& report) { sheets_.note(report); }

    // Puts all() together anew; the density of passengers is that of the sheet measure.
    void join(const SphLiquid& liquid);

    // The originals and the passengers, as they were when last joined.
    const ParticleSet& all() const { return all_; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("passengers", passengers_);
        sheets_.state(visit);
    }

private:
    void take_velocities(const SphLiquid& liquid, const Vec3& fall);
    void touch_solids(const SphLiquid& liquid);
    void part(SphLiquid& liquid);

    SheetStep sheets_;
    ParticleSet passengers_;
    ParticleSet all_;
    NeighbourGrid passenger_grid_;  // of the support, for the solids
    NeighbourGrid grid_;            // of all
};

}  // namespace lamella
