// The points of one solid against the surface of another, whole one (contact_keiser2006.hpp).
#pragma once

#include <lamella/solid/contact/contact_table.hpp>
#include <lamella/solid/solid.hpp>

namespace lamella {

// Pushes both. `share` of the force: half where the other way round counts, too.
ContactResult push_points_out(Solid& points_of, Solid& surface_of, Real share, double dt, const ContactTable& before);

}  // namespace lamella
