#include <lamella/core/parallel.hpp>
#include <lamella/geometry/taubin1995.hpp>
#include <lamella/geometry/vertex_corners.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kLambda = 0.5;
constexpr double kMu = -0.53;  // 1 / kLambda + 1 / kMu = 0.11, his pass band frequency is about 0.1

// From a vertex to the mean of its neighbours. Each neighbour has two triangles here, and both count.
Vec3d towards_neighbours(const TriangleMesh& mesh, const VertexCorners& corners, Index v) {
    const auto around = corners.of(v);
    if (around.empty()) return Vec3d::Zero();
    const Vec3d here = mesh.positions[v].cast<double>();
    Vec3d sum = Vec3d::Zero();
    for (const Index c : around)
        for (const int k : {1, 2}) sum += mesh.positions[mesh.triangles[c / 3][(c + k) % 3]].cast<double>() - here;
    return sum / (2.0 * static_cast<double>(around.size()));
}

}  // namespace

void taubin_smooth(TriangleMesh& mesh, int passes, std::span<const Real> shares) {
    const VertexCorners corners(mesh);
    std::vector<Vec3> moved(mesh.positions.size());
    for (int pass = 0; pass < passes; ++pass)
        for (const double step : {kLambda, kMu}) {
            parallel_for("smooth mesh", mesh.vertex_count(), [&](Index v) {
                const double share = shares.empty() ? step : step * static_cast<double>(shares[v]);
                const Vec3d change = share * towards_neighbours(mesh, corners, v);
                moved[v] = (mesh.positions[v].cast<double>() + change).cast<Real>();
            });
            mesh.positions.swap(moved);
        }
}

}  // namespace lamella
