#include <lamella/core/parallel.hpp>
#include <lamella/solid/fracture/crack_view.hpp>
#include <lamella/solid/skinned_mesh.hpp>
#include <lamella/solid/surfel_skin.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr int kRays = 8;                // along which a disc looks for cracks through it
constexpr Real kParallel = 0.9f;        // cosine of normals, above which a crack runs along a surfel, not through it
constexpr Real kBeyond = 0.7f;          // radii beyond the skin, up to which the middle of a face's surfel may lie
constexpr Index kFewestPastCracks = 1;  // particles: linear motion is followed exactly whatever their number

// Whether a triangle comes nearer than `reach`, by a ball around it.
bool near(const SheetTriangle& triangle, const Vec3& p, Real reach) {
    return (triangle.centre() - p.cast<double>()).norm() < triangle.radius() + reach;
}

// From the centre to its rim.
Vec3 on_rim(const RestSurfel& surfel, int ray) {
    const Real angle = 2.0f * std::numbers::pi_v<Real> * static_cast<Real>(ray) / kRays;
    return std::cos(angle) * surfel.first + std::sin(angle) * surfel.second;
}

// What the crack's triangle cuts off the disc, if it runs through it.
SurfelClip cut_by(const SheetTriangle& triangle, const RestSurfel& surfel) {
    const Vec3 n = triangle.area_normal().stableNormalized().cast<Real>();
    if (std::abs(n.dot(surfel.normal())) > kParallel) return {};
    bool through = false;
    for (int k = 0; k < kRays && !through; ++k) {
        const Vec3 to = surfel.centre + on_rim(surfel, k);
        through = crossing(triangle, surfel.centre.cast<double>(), to.cast<double>()).has_value();
    }
    if (!through) return {};
    const Real distance = n.dot(triangle.corners[0].cast<Real>() - surfel.centre),
               side = distance < 0.0f ? -1.0f : 1.0f;
    return {side * n.dot(surfel.first), side * n.dot(surfel.second), side * distance};
}

// Where the rim of a face is outside the solid.
void clip_at_skin(const RestBody& body, RestSurfel& face) {
    for (int k = 0; k < kRays; ++k) {
        const Vec3 way = on_rim(face, k), p = face.centre + way;
        const Real height = body.distance(p);
        if (height <= 0.0f) continue;
        const Vec3 out = body.outwards(p.cast<double>()).cast<Real>();
        face.clip({out.dot(face.first), out.dot(face.second), out.dot(way) - height});
    }
}

}  // namespace

SurfelSkin::SurfelSkin(const TriangleMesh& mesh, const SurfelParameters& parameters, const RestShape& shape)
    : support_(RestShape::kSupport * shape.spacing()), split_(parameters.split), cells_(rest_cells(shape)) {
    surfels_ = SurfelsKeiser2006(sample_surfels(mesh, parameters.spacing * shape.spacing(), parameters));
    if (surfels_.empty()) return;
    radius_ = surfels_.rest(0).radius();
    const TieSearch whole = search(nullptr);
    if (const Index lost = surfels_.tie(whole); lost >= 0)
        refuse_far_point("the skin has a surfel", surfels_.rest(lost).centre, whole);
}

TieSearch SurfelSkin::search(const Fracture* fracture) const {
    if (!fracture || fracture->sheets().triangle_count() == 0) return {cells_, support_};
    const auto counts_for = [this, fracture](Index i) -> TieSearch::Counts {
        const Vec3d eye = surfels_.rest(i).eye.cast<double>();
        const double reach = support_ + surfels_.rest(i).radius();
        auto view = std::make_shared<CrackView>(fracture->sheets(), eye, reach);
        const Index own = nearest_fragment(*fracture, *view, reach);
        return [this, fracture, view, own](Index j) {
            return (own < 0 || fracture->fragments().of(j) == own) && view->sees(fracture->place(j));
        };
    };
    return {cells_, support_, counts_for, kFewestPastCracks};
}

void SurfelSkin::move(const CarriedField& field, const Fracture* fracture) {
    const bool cracked = fracture && fracture->sheets().triangle_count() > 0;
    if (cracked) see_cracks(*fracture);
    surfels_.move(field, search(fracture));
    if (fracture) show_fragments(*fracture);
}

void SurfelSkin::see_cracks(const Fracture& fracture) {
    const CrackSheets& sheets = fracture.sheets();
    TriangleCells fresh(support_);
    for (Index t = searched_; t < sheets.triangle_count(); ++t) fresh.add(sheets.triangle(t), t);
    surfels_.tie(search(&fracture));  // those that a state has brought back
    const std::vector<Index> surfels = touched(fracture, fresh);
    cut(fracture, fresh, surfels);
    surfels_.tie_again(surfels, search(&fracture));
    add_faces(fracture);
    searched_ = sheets.triangle_count();
    fragments_ = fracture.fragments().count();
}

// Those that a new triangle may hide particles from, and those that hang on two fragments.
std::vector<Index> SurfelSkin::touched(const Fracture& fracture, const TriangleCells& fresh) const {
    const bool fell_apart = fracture.fragments().count() != fragments_;
    std::vector<char> is_touched(static_cast<std::size_t>(surfels_.size()), 0);
    parallel_for("surfels at cracks", surfels_.size(), [&](Index i) {
        const RestSurfel& s = surfels_.rest(i);
        const Real reach = surfels_.ties().support(i) + s.radius();
        fresh.for_each_near(s.centre.cast<double>(), reach, [&](Index t) {
            if (!is_touched[i] && near(fracture.sheets().triangle(t), s.centre, reach)) is_touched[i] = 1;
        });
        if (!fell_apart || is_touched[i]) return;
        Index fragment = -1;
        surfels_.ties().for_each_particle(i, [&](Index j) {
            const Index of = fracture.fragments().of(j);
            if (fragment >= 0 && of != fragment) is_touched[i] = 1;
            fragment = of;
        });
    });
    std::vector<Index> all;
    for (Index i = 0; i < surfels_.size(); ++i)
        if (is_touched[i]) all.push_back(i);
    return all;
}

void SurfelSkin::cut(const Fracture& fracture, const TriangleCells& fresh, std::span<const Index> surfels) {
    std::vector<std::vector<SurfelClip>> cuts(surfels.size());
    parallel_for(
        "cut surfels", static_cast<Index>(surfels.size()),
        [&](Index k) {
            const RestSurfel& s = surfels_.rest(surfels[k]);
            std::vector<Index> close;
            fresh.for_each_near(s.centre.cast<double>(), s.radius(), [&](Index t) {
                if (near(fracture.sheets().triangle(t), s.centre, s.radius())) close.push_back(t);
            });
            std::ranges::sort(close);
            close.erase(std::ranges::unique(close).begin(), close.end());
            for (const Index t : close)
                if (const SurfelClip line = cut_by(fracture.sheets().triangle(t), s); line.cuts())
                    cuts[k].push_back(line);
        },
        64);
    for (std::size_t k = 0; k < surfels.size(); ++k)
        for (const SurfelClip& line : cuts[k]) surfels_.clip(surfels[k], line);
}

// Both faces of the new triangles.
void SurfelSkin::add_faces(const Fracture& fracture) {
    const Index count = fracture.sheets().triangle_count() - searched_;
    std::vector<std::vector<RestSurfel>> faces(static_cast<std::size_t>(count));
    parallel_for(
        "faces of cracks", count,
        [&](Index k) {
            const SheetTriangle triangle = fracture.sheets().triangle(searched_ + k);
            std::array<Vec3, 3> corners;
            for (int c = 0; c < 3; ++c) corners[c] = triangle.corners[c].cast<Real>();
            for (const RestSurfel& one : cover_triangle(corners, radius_, split_)) {
                const Real depth = fracture.body().distance(one.centre);
                if (depth > kBeyond * radius_) continue;
                for (const Real side : {1.0f, -1.0f}) {
                    RestSurfel face = disc_surfel(one.centre, side * one.normal(), radius_, split_);
                    if (depth > -radius_) clip_at_skin(fracture.body(), face);
                    faces[k].push_back(face);
                }
            }
        },
        16);
    for (const auto& of_triangle : faces) surfels_.add_faces(of_triangle);
}

void SurfelSkin::show_fragments(const Fracture& fracture) {
    ParticleSet& shown = surfels_.shown();
    auto& fragment = shown.add<IndexColumn>("fragment");
    auto& inside = shown.add<ScalarColumn>("inside");
    const std::span<const Index> surfels = surfels_.shown_surfels();
    parallel_for("fragments of surfels", shown.size(), [&](Index k) {
        inside[k] = surfels_.face(surfels[k]) ? 1.0f : 0.0f;
        fragment[k] = 0;
        surfels_.ties().for_each_particle(surfels[k], [&](Index j) { fragment[k] = fracture.fragments().of(j); });
    });
}

}  // namespace lamella
