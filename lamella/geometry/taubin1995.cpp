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
    const Vec3d here = mesh.positions[v].cast<double>();
    Vec3d sum = Vec3d::Zero();
    double total = 0.0;
    for (const Index c : corners.of(v))
        for (const int k : {1, 2}) {
            const Vec3d there = mesh.positions[mesh.triangles[c / 3][(c + k) % 3]].cast<double>() - here;
            const double length = there.norm();
            if (!(length > 0.0)) continue;
            sum += there / length;
            total += 1.0 / length;
        }
    return total > 0.0 ? Vec3d(sum / total) : Vec3d(Vec3d::Zero());
}

}  // namespace

void taubin_smooth(TriangleMesh& mesh, int passes) {
    const VertexCorners corners(mesh);
    std::vector<Vec3> moved(mesh.positions.size());
    for (int pass = 0; pass < passes; ++pass)
        for (const double share : {kLambda, kMu}) {
            parallel_for("smooth mesh", mesh.vertex_count(), [&](Index v) {
                const Vec3d step = share * towards_neighbours(mesh, corners, v);
                moved[v] = (mesh.positions[v].cast<double>() + step).cast<Real>();
            });
            mesh.positions.swap(moved);
        }
}

}  // namespace lamella
