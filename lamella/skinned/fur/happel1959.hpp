// How easily liquid goes through a bed of fibres (Happel 1959, Viscous flow relative to arrays of cylinders): each
// fibre of the radius r stands in the middle of a cylinder of liquid whose surface feels no shear, so wide that fibres
// fill the share c. Along the fibres and across them,
//     K_along  = r^2 / (4 c) (-ln c - 3/2 + 2 c - c^2 / 2),
//     K_across = r^2 / (8 c) (-ln c - (1 - c^2) / (1 + c^2)).
// Few fibres are half as easy to pass across as along.
#pragma once

#include <cmath>

namespace lamella {

struct Permeability {
    double along = 0.0, across = 0.0;  // m^2
};

inline Permeability permeability_of_fibres(double squared_radius, double share) {
    const double c = share, log = -std::log(c);
    return {squared_radius / (4.0 * c) * (log - 1.5 + 2.0 * c - 0.5 * c * c),
            squared_radius / (8.0 * c) * (log - (1.0 - c * c) / (1.0 + c * c))};
}

}  // namespace lamella
