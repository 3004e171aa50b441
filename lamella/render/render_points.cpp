#include <lamella/core/error.hpp>
#include <lamella/render/render_points.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella {

std::vector<Vec4> points_with_radii(const ColumnTable& points, Real radius, const char* what) {
    const auto& positions = points.get<Vec3Column>("P");
    const auto* radii = points.find<ScalarColumn>("pscale");
    std::vector<Vec4> found;
    found.reserve(static_cast<std::size_t>(points.size()));
    for (Index i = 0; i < points.size(); ++i) {
        const Vec3 p = positions[i];
        const Real r = radii ? (*radii)[i] : radius;
        if (!p.allFinite() || !std::isfinite(r))
            throw InputError(fmt::format("{} {}: its position or radius is not finite", what, i));
        found.emplace_back(p.x(), p.y(), p.z(), std::max(r, 0.0f));
    }
    return found;
}

std::vector<Vec3> disc_normals(const ParticleSet& surfels, const std::string& name) {
    const auto* given = surfels.find<Vec3Column>("N");
    if (!given) throw InputError(fmt::format("the surfels '{}' have no normals (N)", name));
    std::vector<Vec3> normals;
    normals.reserve(static_cast<std::size_t>(given->size()));
    for (Index i = 0; i < given->size(); ++i) {
        const Vec3 unit = (*given)[i].stableNormalized();
        if (!unit.allFinite() || unit.isZero())
            throw InputError(fmt::format("surfel {} of '{}': its normal is zero or not finite", i, name));
        normals.push_back(unit);
    }
    return normals;
}

std::vector<DrawnEllipse> ellipses_of(const ParticleSet& surfels, const std::string& name) {
    const auto *first = surfels.find<Vec3Column>("t1"), *second = surfels.find<Vec3Column>("t2");
    if (!first || !second) return {};
    std::vector<DrawnEllipse> all(static_cast<std::size_t>(surfels.size()));
    for (Index i = 0; i < surfels.size(); ++i) {
        all[i].centre = surfels.positions()[i];
        all[i].first = (*first)[i];
        all[i].second = (*second)[i];
        if (!all[i].first.allFinite() || !all[i].second.allFinite())
            throw InputError(fmt::format("surfel {} of '{}': its half-axes (t1, t2) are not finite", i, name));
    }
    constexpr std::array<const char*, 3> kCuts{"clip1", "clip2", "clip3"};
    for (std::size_t c = 0; c < kCuts.size(); ++c)
        if (const auto* cuts = surfels.find<Vec3Column>(kCuts[c]))
            for (Index i = 0; i < surfels.size(); ++i) all[i].cuts[c] = (*cuts)[i];
    return all;
}

std::vector<Index> tube_pieces(const Strands& strands) {
    std::vector<Index> pieces;
    for (Index s = 0; s < strands.count(); ++s)
        for (Index i = strands.begin_of(s); i + 1 < strands.end_of(s); ++i) pieces.push_back(i);
    return pieces;
}

}  // namespace lamella
