#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/mesh_samples.hpp>

namespace lamella {
namespace {

struct Corners {
    std::array<Vec3d, 3> at;

    Corners(const Vec3i& triangle, std::span<const Vec3> vertices) {
        for (int c = 0; c < 3; ++c)
            at[static_cast<std::size_t>(c)] = vertices[static_cast<std::size_t>(triangle[c])].cast<double>();
    }
    Vec3d mean(const Vec3& weights) const {
        return static_cast<double>(weights[0]) * at[0] + static_cast<double>(weights[1]) * at[1] +
               static_cast<double>(weights[2]) * at[2];
    }
    Vec3d first_edge() const { return at[1] - at[0]; }
    Vec3d second_edge() const { return at[2] - at[0]; }
    Vec3d area() const { return cross(first_edge(), second_edge()); }  // twice the area along the normal
};

// A triangle without area has no normal.
Vec3d unit(const Vec3d& area) {
    const double length = area.norm();
    return length > 0.0 ? Vec3d(area / length) : Vec3d::Zero();
}

// The rate of n = A / |A|: what is at right angles to n of the rate of A, over |A|.
Vec3d unit_rate(const Vec3d& area, const Vec3d& rate) {
    const double length = area.norm();
    if (!(length > 0.0)) return Vec3d::Zero();
    const Vec3d n = area / length;
    return (rate - n.dot(rate) * n) / length;
}

}  // namespace

MeshSamples::MeshSamples(const TriangleMesh& rest, std::span<const Vec3> points) : ties_(points.size()) {
    if (points.empty()) return;
    if (rest.empty()) throw RunError("points can follow a mesh only if it has triangles");
    const Bvh tree(rest);
    parallel_for("mesh samples", size(), [&](Index index) {
        const auto i = static_cast<std::size_t>(index);
        const ClosestPoint closest = tree.closest_point(points[i]);
        const Vec3i& triangle = rest.triangles[static_cast<std::size_t>(closest.triangle)];
        const Corners corners(triangle, rest.positions);
        const Vec3d above = points[i].cast<double>() - corners.mean(closest.barycentric);
        ties_[i] = {triangle, closest.barycentric, static_cast<Real>(unit(corners.area()).dot(above))};
    });
}

void MeshSamples::positions(std::span<const Vec3> vertices, std::span<Vec3> out) const {
    parallel_for("mesh samples", size(), [&](Index i) {
        const Tie& tie = ties_[static_cast<std::size_t>(i)];
        const Corners corners(tie.corners, vertices);
        const Vec3d x = corners.mean(tie.weights) + static_cast<double>(tie.height) * unit(corners.area());
        out[static_cast<std::size_t>(i)] = x.cast<Real>();
    });
}

void MeshSamples::velocities(std::span<const Vec3> vertices, std::span<const Vec3> rates, std::span<Vec3> out) const {
    parallel_for("mesh samples", size(), [&](Index i) {
        const Tie& tie = ties_[static_cast<std::size_t>(i)];
        const Corners x(tie.corners, vertices), v(tie.corners, rates);
        const Vec3d area_rate = cross(v.first_edge(), x.second_edge()) + cross(x.first_edge(), v.second_edge());
        const Vec3d velocity = v.mean(tie.weights) + static_cast<double>(tie.height) * unit_rate(x.area(), area_rate);
        out[static_cast<std::size_t>(i)] = velocity.cast<Real>();
    });
}

}  // namespace lamella
