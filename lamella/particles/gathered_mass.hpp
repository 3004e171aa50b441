// The masses of what was gathered around a cell, in parts of a whole particle.
#pragma once

#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/mass_units.hpp>

namespace lamella {

class GatheredMass {
public:
    GatheredMass(const CellNeighbourhood& near, const MassShares& mass) {
        if (mass.all_equal()) return;
        mass_.resize(static_cast<Index>(near.rows().size()));
        for (Index k = 0; k < mass_.size(); ++k) mass_[k] = mass(near.rows()[k]);
    }
    Pack operator[](const NeighbourPack& j) const { return mass_.size() > 0 ? mass_[j] : Pack(1.0f); }

private:
    ScalarColumn mass_;
};

}  // namespace lamella
