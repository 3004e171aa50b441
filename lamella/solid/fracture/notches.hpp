// Cracks that are there at the start.
#pragma once

#include <lamella/solid/fracture/crack_sheets.hpp>
#include <lamella/solid/fracture/fracture_parameters.hpp>
#include <lamella/solid/fracture/rest_body.hpp>

namespace lamella {

// A sheet with a front around it, live where that lies in the solid.
void add_notch(CrackSheets& sheets, const Notch& notch, const RestBody& body);

}  // namespace lamella
