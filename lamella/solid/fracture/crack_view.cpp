#include <lamella/solid/fracture/crack_view.hpp>

#include <algorithm>

namespace lamella {

CrackView::CrackView(const CrackSheets& sheets, const Vec3d& eye, double reach)
    : sheets_(sheets), eye_(eye), reach_(reach) {
    std::vector<Index> numbers;
    sheets.for_each_near(eye, reach, [&](Index t) { numbers.push_back(t); });
    std::ranges::sort(numbers);
    numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
    for (const Index t : numbers) {
        const SheetTriangle triangle = sheets.triangle(t);
        if ((triangle.centre() - eye).norm() < triangle.radius() + reach) triangles_.push_back(triangle);
    }
}

bool CrackView::sees(const Vec3d& p) const {
    if ((p - eye_).squaredNorm() > reach_ * reach_) return !sheets_.first_crossing(eye_, p).found();
    return std::ranges::none_of(triangles_,
                                [&](const SheetTriangle& triangle) { return crossing(triangle, eye_, p).has_value(); });
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
