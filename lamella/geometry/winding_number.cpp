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

FastWindingNumber::Moments FastWindingNumber::join(const Moments& a, const Moments& b) {
    Moments m;
    m.area = a.area + b.area;
    const double weight = m.area > 0.0 ? b.area / m.area : 0.5;
    m.centre = a.centre + weight * (b.centre - a.centre);
    m.normal = a.normal + b.normal;
    m.moment = a.moment + (a.centre - m.centre) * a.normal.transpose() + b.moment +
               (b.centre - m.centre) * b.normal.transpose();
    return m;
}

FastWindingNumber::Moments FastWindingNumber::leaf_moments(const Bvh& bvh, const Bvh::Node& node) {
    Moments sum;
    for (Index i = node.begin; i < node.end; ++i) {
        const Vec3d a = bvh.corners()[i][0].cast<double>();
        const Vec3d ab = bvh.corners()[i][1].cast<double>() - a;
        const Vec3d ac = bvh.corners()[i][2].cast<double>() - a;
        Moments triangle;
        triangle.normal = 0.5 * cross(ab, ac);
        triangle.area = triangle.normal.norm();
        triangle.centre = a + (ab + ac) / 3.0;
        sum = i == node.begin ? triangle : join(sum, triangle);
    }
    return sum;
}

FastWindingNumber::FastWindingNumber(const Bvh& bvh, Real beta) : bvh_(bvh), moments_(bvh.nodes().size()) {
    for (auto i = static_cast<Index>(moments_.size()) - 1; i >= 0; --i) {  // children stand behind their parent
        const Bvh::Node& node = bvh.nodes()[i];
        Moments& m = moments_[i];
        m = node.leaf() ? leaf_moments(bvh, node) : join(moments_[i + 1], moments_[node.second_child]);
        m.far_squared = beta * beta * farthest_corner(node.box, m.centre).squaredNorm();
    }
}

// The first two terms of the Taylor expansion about the centre, r away from q: with G(r) = r / |r|^3,
// G . sum(a n) + grad G : sum(a (c - centre) n^T), where grad G = I / |r|^3 - 3 r r^T / |r|^5.
double FastWindingNumber::far_field(const Moments& m, const Vec3d& r, double squared_distance) {
    const double inverse_2 = 1.0 / squared_distance;
    const double inverse_3 = inverse_2 * std::sqrt(inverse_2);
    const double quadratic = r.dot(m.moment * r);
    return inverse_3 * (r.dot(m.normal) + m.moment.trace() - 3.0 * quadratic * inverse_2);
}

double FastWindingNumber::at(const Vec3& q) const {
    double sum = 0.0;
    std::array<Index, 33> stack;
    int depth = 0;
    if (!moments_.empty()) stack[depth++] = 0;
    while (depth > 0) {
        const Index i = stack[--depth];
        const Bvh::Node& node = bvh_.nodes()[i];
        const Vec3d offset = moments_[i].centre - q.cast<double>();
        const double squared_distance = offset.squaredNorm();
        if (squared_distance > moments_[i].far_squared) {
            sum += far_field(moments_[i], offset, squared_distance);
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
