#include <lamella/geometry/vertex_corners.hpp>

#include <numeric>

namespace lamella {

VertexCorners::VertexCorners(const TriangleMesh& mesh)
    : starts_(mesh.positions.size() + 1, 0), corners_(3 * mesh.triangles.size()) {
    for (const Vec3i& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) ++starts_[t[k] + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<Index> next(starts_.begin(), starts_.end() - 1);
    for (Index t = 0; t < mesh.triangle_count(); ++t) {
        for (int k = 0; k < 3; ++k) corners_[next[mesh.triangles[t][k]]++] = 3 * t + k;
    }
}

}  // namespace lamella
