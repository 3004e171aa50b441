// Where cracks begin: where the largest principal stress, averaged over the neighbourhood, is above the strength
// (Keiser 2006, 5.6.3, who compares single particles). The places of largest excess come first; none begins near a
// running crack, whose waves would start one everywhere, nor on a sheet.
#pragma once

#include <lamella/solid/fracture/crack_sheets.hpp>
#include <lamella/solid/fracture/fracture_parameters.hpp>
#include <lamella/solid/fracture/rest_body.hpp>
#include <lamella/solid/fracture/stress_field.hpp>

namespace lamella {

// The strength at each rest place: with the noise of the material, one value for each cube of its length.
std::vector<Real> local_strengths(std::span<const Vec3> places, const FractureParameters& parameters, double spacing,
                                  std::uint64_t seed);

// Adds discs with fronts to the sheets; returns how many. `distance` from live fronts, m.
Index start_cracks(CrackSheets& sheets, const StressField& field, std::span<const Vec3> places,
                   std::span<const Real> strengths, std::span<const Real> health, const RestBody& body,
                   double distance);

}  // namespace lamella
