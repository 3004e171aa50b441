#include <lamella/solid/fracture/notches.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kMostPieces = 1000.0;  // of a side

Index pieces(const Vec3d& side, double spacing) {
    return static_cast<Index>(std::clamp(std::ceil(side.norm() / spacing), 1.0, kMostPieces));
}

}  // namespace

void add_notch(CrackSheets& sheets, const Notch& notch, const RestBody& body) {
    const Vec3d corner = notch.corner.cast<double>(), a = notch.first_side.cast<double>(),
                b = notch.second_side.cast<double>();
    const Index na = pieces(a, sheets.spacing()), nb = pieces(b, sheets.spacing());
    std::vector<Vec3d> vertices;
    std::vector<Vec3i> triangles;
    for (Index j = 0; j <= nb; ++j)
        for (Index i = 0; i <= na; ++i) vertices.push_back(corner + a * i / na + b * j / nb);
    const auto at = [na](Index i, Index j) { return j * (na + 1) + i; };
    for (Index j = 0; j < nb; ++j)
        for (Index i = 0; i < na; ++i) {
            triangles.emplace_back(at(i, j), at(i + 1, j), at(i + 1, j + 1));
            triangles.emplace_back(at(i, j), at(i + 1, j + 1), at(i, j + 1));
        }
    std::vector<Index> rim;  // once around
    for (Index i = 0; i < na; ++i) rim.push_back(at(i, 0));
    for (Index j = 0; j < nb; ++j) rim.push_back(at(na, j));
    for (Index i = na; i > 0; --i) rim.push_back(at(i, nb));
    for (Index j = nb; j > 0; --j) rim.push_back(at(0, j));
    const Index first = sheets.add_sheet(vertices, triangles);
    const Vec3d up = cross(a, b).normalized();
    std::vector<Vec3d> outwards;
    for (std::size_t k = 0; k < rim.size(); ++k) {
        const Vec3d along = vertices[rim[(k + 1) % rim.size()]] - vertices[rim[(k + rim.size() - 1) % rim.size()]];
        outwards.push_back(cross(Vec3d(along.normalized()), up));
    }
    for (Index& vertex : rim) vertex += first;
    sheets.add_front(rim, outwards, true, sheets.sheet_count() - 1);
    for (FrontNode& node : sheets.fronts().back().nodes)
        if (!body.inside(node.position)) node.state = NodeState::out;
    sheets.cut_fronts();
}

}  // namespace lamella
