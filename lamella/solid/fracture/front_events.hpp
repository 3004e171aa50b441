// What happens to the nodes of a front: they leave the solid, hit other cracks, are drawn along by their neighbours
// (Keiser 2006, 5.6.4). Departure: nodes at the border are not projected onto it, but stick out by 0.75 spacings, so
// that nothing of the solid between border and sheet stays uncut.
#pragma once

#include <lamella/solid/fracture/crack_sheets.hpp>
#include <lamella/solid/fracture/rest_body.hpp>

namespace lamella {

// A live node with no solid half a spacing ahead goes out there, and to the nearest place 0.75 spacings away from the
// solid: straight on where it meets the border head-on, sideways where it runs along it.
bool leave_body(FrontNode& node, const Vec3d& heading, const RestBody& body);

// A live node whose way from `from` crosses a sheet goes 0.3 spacings past it; one that comes over a sheet in its own
// plane is there. What its own sheet has ahead of it counts, too.
bool hit_sheet(const CrackSheets& sheets, Index sheet, FrontNode& node, const Vec3d& from, const Vec3d& heading);

// A node that is not live goes along: outside at its depth, or within the plane that it has hit.
void draw_along(FrontNode& node, const Vec3d& way, const RestBody& body);

// What is left of a front just under the border, three live nodes or fewer, goes out of the solid at once, and lays its
// last strip.
void push_out_short_rest(CrackSheets& sheets, CrackFront& front, const RestBody& body);

}  // namespace lamella
