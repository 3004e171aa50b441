// A signed distance that costs much to find, as that to a mesh, from the nodes of a lattice. Between them cubics
// (tricubic.hpp) follow a smooth surface; sharp edges are rounded by a tenth of the lattice.
#pragma once

#include <lamella/core/real.hpp>
#include <lamella/core/vec.hpp>

#include <functional>
#include <vector>

namespace lamella {

class TabulatedDistance {
public:
    // In the box, right up to `band` from the surface; further away only the sign is. The function is called from
    // several threads.
    TabulatedDistance(const std::function<Real(const Vec3&)>& distance, const Box3& box, Real width, Real band);

    // Outside the box at least how far it is to it.
    Real operator()(const Vec3& x) const;

private:
    Real& node(const Vec3i& at);
    void fill_block(const std::function<Real(const Vec3&)>& distance, const Vec3i& first, Real band);
    Vec3 place(const Vec3i& at) const { return low_ + width_ * at.cast<Real>(); }

    Vec3 low_ = Vec3::Zero();
    Real width_ = 1.0f;
    Vec3i counts_ = Vec3i::Zero();
    std::vector<Real> nodes_;
};

}  // namespace lamella
