// Of the points in which two bodies touch, those that carry: contacts whose normals are alike form a patch, and a patch
// stands on its corners, the points that reach farthest in four directions across the normal, and on its deepest point
// where that lies much deeper. A point is preferred to another only if it is clearly better, so that a patch at rest
// keeps its corners from step to step, and what their impulses were.
#pragma once

#include <lamella/rigid/contact_points.hpp>

namespace lamella {

// The order of the points plays no role.
std::vector<Contact> reduced(std::vector<Contact> contacts);

}  // namespace lamella
