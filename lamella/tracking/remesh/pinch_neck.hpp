// A neck that has become a ring of three edges is cut, and both sides get a cap (Yu 2011, section 5.5.1).
//
// A short edge a-b that cannot be collapsed because a and b have a third neighbour c in common lies on such a ring. But
// rings of three are everywhere: around every vertex of valence three. As published, without a test, a ball falls into
// hundreds of pieces within two steps. The ring is a neck if and only if
//   - the faces around it on its two sides lie on opposite sides of its plane: the mean of their centres has a height
//     above the plane of at least half of its distance from the ring's middle,
//   - the ring is short,
//   - each side has at least six faces at the ring.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

// Cuts the first ring through the edge that is a neck and at most `longest` metres around. New vertices, copies of the
// ring's, go to the side on the right of a -> b -> c; each side is drawn back from the cut a little. False, and nothing
// is changed, where there is none.
bool pinch_neck(ConnectedMesh& mesh, Index edge, Real longest);

}  // namespace lamella
