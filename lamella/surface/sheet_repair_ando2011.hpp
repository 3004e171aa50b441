// Whole sheets for the surface of one frame, whoever simulated it: the thin particles and the insertion of Ando,
// Tsuruno 2011, sections 4.1 to 4.3 (particles/sheets/sheets_ando2011.hpp), applied to the frame until no sheet has
// room for another particle. The simulation stays as it was. Gaps above 3.5 spacings are torn sheets and stay open; in
// frames without velocities two coplanar sheets that are about to merge are joined. Each frame is filled by itself, so
// that fillings come and go where a gap is as wide as a bridge.
#pragma once

#include <lamella/particles/particle_set.hpp>

#include <string>
#include <vector>

namespace lamella {

// The particles and those inserted between them, with new ids, v where there is one, and the named columns. Parents
// give of their mass to what is inserted between them (section 4.3), so that a sheet keeps its volume: the column of
// particles/mass_units.hpp.
ParticleSet repair_sheets(const ParticleSet& particles, Real spacing, const std::vector<std::string>& carried);

}  // namespace lamella
