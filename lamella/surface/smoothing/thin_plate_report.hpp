// What thin-plate smoothing has done.
#pragma once

#include <lamella/core/real.hpp>

namespace lamella {

struct ThinPlateReport {
    Index steps = 0;
    double energy_before = 0.0;  // of a ball: 16 pi
    double energy_after = 0.0;
};

}  // namespace lamella
