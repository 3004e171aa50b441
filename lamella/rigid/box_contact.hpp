// Where boxes and balls touch, from their forms alone. Of two boxes the axis along which they are farthest apart, or
// overlap least, is one of fifteen (Gottschalk, Lin, Manocha 1996). If it stands on a face, they touch where the
// nearest face of the other, clipped to the prism of the first (Sutherland, Hodgman 1974), is near it; if it is across
// two edges, in the closest points of these. Where bodies are apart and neither is so, a corner passes an edge or a
// corner: alternating projections give the closest points (Cheney, Goldstein 1959).
#pragma once

#include <lamella/rigid/contact_points.hpp>

namespace lamella {

// A box in space.
struct PlacedBox {
    Vec3d centre, half;
    Mat3d axes;

    Vec3d inside(const Vec3d& x) const { return axes.transpose() * (x - centre); }
    Vec3d nearest(const Vec3d& x) const { return centre + axes * inside(x).cwiseMax(-half).cwiseMin(half); }
};

PlacedBox placed_box(const RigidBody& body, const RigidState& state);

// Each appends the contacts of a with b whose gap is at most the margin to what was found; `pair` says who they are.
void touch_boxes(const PlacedBox& a, const PlacedBox& b, double margin, const Contact& pair,
                 std::vector<Contact>& found);
void touch_ball_and_box(const Vec3d& centre, double radius, const PlacedBox& b, double margin, const Contact& pair,
                        std::vector<Contact>& found);
void touch_balls(const Vec3d& a, double radius_a, const Vec3d& b, double radius_b, double margin, const Contact& pair,
                 std::vector<Contact>& found);

}  // namespace lamella
