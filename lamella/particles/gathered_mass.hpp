// The column `mass` of what was gathered around a cell.
#pragma once

#include <lamella/particles/cell_neighbourhood.hpp>

namespace lamella {

// Everything counts as one where there is no column.
class GatheredMass {
public:
    GatheredMass(const CellNeighbourhood& near, const ScalarColumn* mass) {
        if (mass) mass_ = near.gathered(*mass);
    }
    Pack operator[](const NeighbourPack& j) const { return mass_.size() > 0 ? mass_[j] : Pack(1.0f); }

private:
    ScalarColumn mass_;
};

}  // namespace lamella
