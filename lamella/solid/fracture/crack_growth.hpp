// How the fronts of cracks move in one step (Keiser 2006, 5.6.3 and 5.6.4). A live node goes the way of the largest
// hoop stress sigma (hoop_scan.hpp) with the speed
//
//     v = c_R (1 - (sigma_c / sigma)^2),   sigma_c = 0.28 sqrt(E' Gc / d),   E' = E / (1 - nu^2),
//
// c_R the speed of Rayleigh's waves, the bound on cracks, and Gc the toughness. Near a front stress goes with
// 1 / sqrt(distance), and what is scanned is a fixed number of spacings d ahead: so does the threshold, while the
// strength at which cracks begin is a number of the material. Departures: the printed speed, in proportion to the
// stress above the threshold, has no bound, and its threshold is one number.
//
// Ways and speeds are averaged along the front, by (1, 2, 1) / 4, twice. The first strip of a node may go anywhere, the
// next ones turn by 20 degrees at most.
//
// The history factor k (5.6.6) leads a crack: its way is k times the one it has and 1 - k times that of the stress.
// Departures: both are directions, and the speed remains that of the stress; the way it has is that of the last strip
// and not of the last step, so that the result does not depend on the length of steps.
#pragma once

#include <lamella/solid/fracture/crack_sheets.hpp>
#include <lamella/solid/fracture/hoop_scan.hpp>
#include <lamella/solid/fracture/rest_body.hpp>

namespace lamella {

struct CrackLaw {
    double threshold = 0.0;       // sigma_c, Pa
    double rayleigh_speed = 0.0;  // c_R, m/s
    double history = 0.0;         // k
};

// What holds at a place of a sheet.
using CrackLaws = FunctionRef<CrackLaw(Index sheet, const Vec3d& place)>;

// Of a material with Young's modulus E and Poisson's ratio nu.
CrackLaw crack_law(double youngs_modulus, double poisson_ratio, double density, double toughness, double spacing);

// Of one node before it moves.
struct NodeMotion {
    double angle = 0.0;  // from forward(), towards tangent x forward
    double speed = 0.0;  // m/s
};

// Live nodes as the stresses want them to go, averaged.
std::vector<NodeMotion> scan_front(const CrackFront& front, const StressField& field, CrackLaws laws, double spacing);

// Fronts advance for dt, lay strips, leave the solid, hit other cracks, fall apart and end.
void grow_cracks(CrackSheets& sheets, const StressField& field, const RestBody& body, CrackLaws laws, double dt);

// The same with motions that are given for the nodes of each front.
void move_fronts(CrackSheets& sheets, std::span<const std::vector<NodeMotion>> motions, const RestBody& body,
                 double dt);

}  // namespace lamella
