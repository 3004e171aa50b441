#include <lamella/solid/fracture/triangle_cells.hpp>

namespace lamella {

void TriangleCells::add(const SheetTriangle& triangle, Index number) {
    const auto& [a, b, c] = triangle.corners;
    const Vec3d slack = Vec3d::Constant(1e-3 * width_);
    for_each_cell(a.cwiseMin(b).cwiseMin(c) - slack, a.cwiseMax(b).cwiseMax(c) + slack,
                  [&](CellKey key) { cells_[key.bits].push_back(number); });
}

}  // namespace lamella
