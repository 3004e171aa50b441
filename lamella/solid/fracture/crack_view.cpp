#include <lamella/solid/fracture/crack_view.hpp>

#include <algorithm>

namespace lamella {
namespace {

struct Near {
    double squared;
    Index particle;
    auto order() const { return std::pair(squared, particle); }
};

// The pair of both, or -1 where they are too far from one another to have one.
Index pair_of(const Fracture& fracture, Index i, Index j) {
    return fracture.pairs().pairs().pair(std::min(i, j), std::max(i, j));
}

bool crossed(const Fracture& fracture, const TriangleCells& some, const Vec3d& a, const Vec3d& b) {
    bool found = false;
    some.for_each_near(a.cwiseMin(b), a.cwiseMax(b),
                       [&](Index t) { found = found || crossing(fracture.sheets().triangle(t), a, b).has_value(); });
    return found;
}

}  // namespace

CrackView::CrackView(const Fracture& fracture, const Vec3d& eye, double reach)
    : fracture_(fracture), eye_(eye), reach_(reach), blockers_(blockers_near()) {
    std::vector<Near> near;
    fracture.pairs().cells().for_each_within(eye, reach, [&](Index j, const Vec3d& d) {
        near.push_back({d.squaredNorm(), j});
    });
    std::ranges::sort(near, {}, &Near::order);
    const auto seen =
        std::ranges::find_if(near, [&](const Near& one) { return !hidden(fracture.place(one.particle)); });
    if (seen != near.end()) nearest_ = seen->particle;
}

// From here dozens of particles are looked at, past the same triangles.
std::vector<CrackView::Blocker> CrackView::blockers_near() const {
    constexpr double kSlack = 1.01;  // triangles count as a little larger than they are
    const CrackSheets& sheets = fracture_.sheets();
    std::vector<Index> near;
    sheets.for_each_near(eye_, kSlack * reach_, [&](Index t) { near.push_back(t); });
    std::ranges::sort(near);
    near.erase(std::ranges::unique(near).begin(), near.end());
    std::vector<Blocker> blockers;
    for (const Index t : near) {
        const SheetTriangle triangle = sheets.triangle(t);
        const Vec3d n = triangle.area_normal(), centre = triangle.centre();
        const double radius = kSlack * triangle.radius(), reach = kSlack * reach_,
                     height = n.dot(eye_ - triangle.corners[0]);
        if ((centre - eye_).squaredNorm() > (reach + radius) * (reach + radius)) continue;
        if (height * height > reach * reach * n.squaredNorm()) continue;
        blockers.push_back({triangle, n, centre, radius * radius, height});
    }
    return blockers;
}

bool CrackView::hidden(const Vec3d& place) const {
    if ((place - eye_).squaredNorm() > reach_ * reach_) return fracture_.sheets().first_crossing(eye_, place).found();
    return std::ranges::any_of(blockers_, [&](const Blocker& b) {
        const double height = b.normal.dot(place - b.triangle.corners[0]);
        if ((height >= 0.0) == (b.height >= 0.0)) return false;
        const Vec3d on_plane = eye_ + b.height / (b.height - height) * (place - eye_);
        return (on_plane - b.centre).squaredNorm() <= b.squared && crossing(b.triangle, eye_, place).has_value();
    });
}

bool CrackView::sees(Index particle) const {
    if (nearest_ < 0 || particle == nearest_) return true;
    if (fracture_.fragments().of(particle) != fracture_.fragments().of(nearest_)) return false;
    const Index pair = pair_of(fracture_, nearest_, particle);
    if (pair >= 0) return fracture_.pairs().extension(pair) <= 0.0f;
    return !hidden(fracture_.place(particle));
}

bool view_changed(const Fracture& fracture, const TriangleCells& fresh, const Vec3d& eye,
                  std::span<const Index> particles) {
    if (particles.empty()) return true;
    const auto order = [&](Index j) { return Near{(fracture.place(j) - eye).squaredNorm(), j}.order(); };
    const Index nearest = *std::ranges::min_element(particles, {}, order);
    if (crossed(fracture, fresh, eye, fracture.place(nearest))) return true;
    return std::ranges::any_of(particles, [&](Index j) {
        if (j == nearest) return false;
        if (fracture.fragments().of(j) != fracture.fragments().of(nearest)) return true;
        const Index pair = pair_of(fracture, nearest, j);
        if (pair >= 0) return fracture.pairs().extension(pair) > 0.0f;
        return crossed(fracture, fresh, eye, fracture.place(j));
    });
}

}  // namespace lamella
