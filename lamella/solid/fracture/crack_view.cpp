#include <lamella/solid/fracture/crack_view.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

CrackView::CrackView(const CrackSheets& sheets, const Vec3d& eye, double reach)
    : sheets_(sheets), eye_(eye), reach_(reach) {
    std::vector<Index> numbers;
    sheets.for_each_near(eye, reach, [&](Index t) { numbers.push_back(t); });
    add(numbers);
}

CrackView::CrackView(const CrackSheets& sheets, const TriangleCells& some, const Vec3d& eye, double reach)
    : sheets_(sheets), eye_(eye), reach_(reach) {
    std::vector<Index> numbers;
    some.for_each_near(eye, reach, [&](Index t) { numbers.push_back(t); });
    add(numbers);
}

void CrackView::add(std::vector<Index>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
    for (const Index t : numbers) {
        const SheetTriangle triangle = sheets_.triangle(t);
        const Vec3d normal = triangle.area_normal();
        const double height = normal.dot(eye_ - triangle.corners[0]);
        if (std::abs(height) > reach_ * normal.norm() || (triangle.centre() - eye_).norm() > triangle.radius() + reach_)
            continue;
        Cone& cone = cones_.emplace_back(Cone{normal, height, {}});
        for (int k = 0; k < 3; ++k)
            cone.sides[k] = cross(Vec3d(triangle.corners[k] - eye_), Vec3d(triangle.corners[(k + 1) % 3] - eye_));
    }
}

// The way meets the plane where the barycentric coordinates are (side . way) / (normal . way); a triangle is a
// thousandth larger than it is, as in crossing().
bool CrackView::sees(const Vec3d& p) const {
    constexpr double kTolerance = 1e-3;
    const Vec3d way = p - eye_;
    if (way.squaredNorm() > reach_ * reach_) return !sheets_.first_crossing(eye_, p).found();
    return std::ranges::none_of(cones_, [&](const Cone& cone) {
        const double along = cone.normal.dot(way);
        if ((cone.height >= 0.0) == (cone.height + along >= 0.0)) return false;
        const double sign = along < 0.0 ? -1.0 : 1.0, least = -kTolerance * std::abs(along);
        return sign * cone.sides[0].dot(way) >= least && sign * cone.sides[1].dot(way) >= least &&
               sign * cone.sides[2].dot(way) >= least;
    });
}

Index nearest_fragment(const Fracture& fracture, const CrackView& view, double reach) {
    struct Near {
        double squared;
        Index particle;
        auto order() const { return std::pair(squared, particle); }
    };
    std::vector<Near> near;
    fracture.pairs().cells().for_each_within(view.eye(), reach, [&](Index j, const Vec3d& d) {
        near.push_back({d.squaredNorm(), j});
    });
    std::ranges::sort(near, {}, &Near::order);
    for (const Near& one : near)
        if (view.sees(fracture.place(one.particle))) return fracture.fragments().of(one.particle);
    return -1;
}

}  // namespace lamella
