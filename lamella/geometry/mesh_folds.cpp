#include <lamella/geometry/mesh_folds.hpp>

#include <algorithm>
#include <vector>

namespace lamella {
namespace {

struct Side {
    Index low, high;  // the vertices of the edge
    Index triangle;
    bool same_edge(const Side& other) const { return low == other.low && high == other.high; }
    auto operator<=>(const Side&) const = default;
};

// Its length does not matter.
Vec3d normal_of(const TriangleMesh& mesh, Index triangle) {
    const Vec3i& t = mesh.triangles[static_cast<std::size_t>(triangle)];
    const auto corner = [&](int k) -> Vec3d { return mesh.positions[static_cast<std::size_t>(t[k])].cast<double>(); };
    return cross(Vec3d(corner(1) - corner(0)), Vec3d(corner(2) - corner(0)));
}

}  // namespace

double share_of_folds(const TriangleMesh& mesh) {
    std::vector<Side> sides;
    for (Index t = 0; t < mesh.triangle_count(); ++t)
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]);
            sides.push_back({low, high, t});
        }
    std::sort(sides.begin(), sides.end());
    Index edges = 0;
    Index folds = 0;
    for (std::size_t s = 1; s < sides.size(); ++s) {
        if (!sides[s].same_edge(sides[s - 1])) continue;
        ++edges;
        if (normal_of(mesh, sides[s - 1].triangle).dot(normal_of(mesh, sides[s].triangle)) < 0.0) ++folds;
    }
    return edges > 0 ? static_cast<double>(folds) / edges : 0.0;
}

}  // namespace lamella
