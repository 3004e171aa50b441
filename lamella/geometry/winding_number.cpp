#include <lamella/core/parallel.hpp>
#include <lamella/geometry/winding_number.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kFourPi = 4.0 * std::numbers::pi;

// From p to the corner of the box that is farthest from it, but for signs.
Vec3d farthest_corner(const Box3& box, const Vec3d& p) {
    return (p - box.min.cast<double>()).cwiseMax(box.max.cast<double>() - p);
}

SolidAngleMoments leaf_moments(const Bvh& bvh, const Bvh::Node& node) {
    auto sum = SolidAngleMoments::of_triangle(bvh.corners()[node.begin]);
    for (Index i = node.begin + 1; i < node.end; ++i) {
        sum = SolidAngleMoments::joined(sum, SolidAngleMoments::of_triangle(bvh.corners()[i]));
    }
    return sum;
}

}  // namespace

double solid_angle(const Vec3& q, const std::array<Vec3, 3>& corners) {
    const Vec3d o = q.cast<double>();
    const Vec3d a = corners[0].cast<double>() - o;
    const Vec3d b = corners[1].cast<double>() - o;
    const Vec3d c = corners[2].cast<double>() - o;
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    const double denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    return 2.0 * std::atan2(a.dot(cross(b, c)), denominator);
}

double winding_number(const TriangleMesh& mesh, const Vec3& q) {
    const double sum = parallel_sum("winding number", mesh.triangle_count(), [&](Index i) {
        const Vec3i& t = mesh.triangles[i];
        return solid_angle(q, {mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]});
    });
    return sum / kFourPi;
}

FastWindingNumber::FastWindingNumber(const Bvh& bvh, Real beta) : bvh_(bvh), groups_(bvh.nodes().size()) {
    for (auto i = static_cast<Index>(groups_.size()) - 1; i >= 0; --i) {  // children stand behind their parent
        const Bvh::Node& node = bvh.nodes()[i];
        Group& group = groups_[i];
        group.moments = node.leaf()
                            ? leaf_moments(bvh, node)
                            : SolidAngleMoments::joined(groups_[i + 1].moments, groups_[node.second_child].moments);
        group.far_squared = beta * beta * farthest_corner(node.box, group.moments.centre).squaredNorm();
    }
}

double FastWindingNumber::at(const Vec3& q) const {
    double sum = 0.0;
    std::array<Index, Bvh::kDeepest + 1> stack;
    int depth = 0;
    if (!groups_.empty()) stack[depth++] = 0;
    while (depth > 0) {
        const Index i = stack[--depth];
        const Bvh::Node& node = bvh_.nodes()[i];
        const Group& group = groups_[i];
        const Vec3d offset = group.moments.centre - q.cast<double>();
        if (offset.squaredNorm() > group.far_squared) {
            sum += group.moments.solid_angle(offset);
        } else if (node.leaf()) {
            for (Index k = node.begin; k < node.end; ++k) sum += solid_angle(q, bvh_.corners()[k]);
        } else {
            stack[depth++] = node.second_child;
            stack[depth++] = i + 1;
        }
    }
    return sum / kFourPi;
}

}  // namespace lamella
