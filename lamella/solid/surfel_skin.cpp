#include <lamella/core/parallel.hpp>
#include <lamella/solid/fracture/crack_view.hpp>
#include <lamella/solid/skinned_mesh.hpp>
#include <lamella/solid/surfel_skin.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr int kRays = 16;           // along which a disc looks for cracks and for the skin
constexpr Real kParallel = 0.9f;    // cosine of normals, above which a crack runs along a surfel, not through it
constexpr Real kFaceRadius = 0.2f;  // spacings, at least: sheets show nothing finer
constexpr Real kBeyond = 0.7f;      // radii beyond the skin, up to which the middle of a face's surfel may lie
constexpr Real kInside = 0.1f;      // radii inside the skin, where it then lies
constexpr int kBisections = 10;
constexpr Index kFewestPastCracks = 1;  // particles: linear motion is followed exactly whatever their number

// Whether a triangle comes nearer than `reach`, by a ball around it.
bool near(const SheetTriangle& triangle, const Vec3& p, Real reach) {
    return (triangle.centre() - p.cast<double>()).norm() < triangle.radius() + reach;
}

Real angle_of(int ray) { return 2.0f * std::numbers::pi_v<Real> * static_cast<Real>(ray) / kRays; }

// From the centre to its rim.
Vec3 on_rim(const RestSurfel& surfel, int ray) {
    const Real angle = angle_of(ray);
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

bool cuts_off(const RestSurfel& surfel, Real x, Real y) {
    return std::ranges::any_of(surfel.clips, [&](const SurfelClip& c) { return x * c.x + y * c.y > c.most; });
}

// The middle of a face's surfel is inside the solid: one that is not moves there along its plane, if it is near.
bool moved_inside(const RestBody& body, RestSurfel& face) {
    const Real radius = face.first.norm(), height = body.distance(face.centre);
    if (height <= 0.0f) return true;
    if (height > kBeyond * radius) return false;
    const Vec3 out = body.outwards(face.centre.cast<double>()).cast<Real>(), n = face.normal();
    const Vec3 along = (out - n * n.dot(out)).stableNormalized();
    const Vec3 way = -(height + kInside * radius) / std::max(along.dot(out), kInside) * along;
    face.centre += way;
    face.eye += way;
    return body.distance(face.centre) <= 0.0f;
}

// Where the rim of a face is outside the solid, the skin cuts it where the way there passes it.
void clip_at_skin(const RestBody& body, RestSurfel& face) {
    for (int k = 0; k < kRays; ++k) {
        const Vec3 way = on_rim(face, k);
        if (cuts_off(face, std::cos(angle_of(k)), std::sin(angle_of(k))) || body.distance(face.centre + way) <= 0.0f)
            continue;
        Real in = 0.0f, out = 1.0f;
        for (int bisection = 0; bisection < kBisections; ++bisection) {
            const Real middle = 0.5f * (in + out);
            (body.distance(face.centre + middle * way) <= 0.0f ? in : out) = middle;
        }
        const Vec3 n = body.outwards((face.centre + in * way).cast<double>()).cast<Real>();
        face.clip({n.dot(face.first), n.dot(face.second), in * n.dot(way)});
    }
}

}  // namespace

SurfelSkin::SurfelSkin(const TriangleMesh& mesh, const SurfelParameters& parameters, const RestShape& shape)
    : support_(RestShape::kSupport * shape.spacing()), split_(parameters.split), cells_(rest_cells(shape)) {
    surfels_ = SurfelsKeiser2006(sample_surfels(mesh, parameters.spacing * shape.spacing(), parameters));
    if (surfels_.empty()) return;
    face_radius_ = std::max(surfels_.rest(0).radius(), kFaceRadius * shape.spacing());
    const TieSearch whole = search(nullptr);
    if (const Index lost = surfels_.tie(whole); lost >= 0)
        refuse_far_point("the skin has a surfel", surfels_.rest(lost).centre, whole);
}

TieSearch SurfelSkin::search(const Fracture* fracture) const {
    if (!fracture || fracture->sheets().triangle_count() == 0) return {cells_, support_};
    const auto counts_for = [this, fracture](Index i) -> TieSearch::Counts {
        return [view = CrackView(*fracture, surfels_.rest(i).eye.cast<double>(), support_)](Index j) {
            return view.sees(j);
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
    TriangleCells fresh(0.25 * support_);
    for (Index t = searched_; t < sheets.triangle_count(); ++t) fresh.add(sheets.triangle(t), t);
    surfels_.tie(search(&fracture));  // those that a state has brought back
    cut(fracture, fresh);
    surfels_.tie_again(touched(fracture, fresh), search(&fracture));
    add_faces(fracture);
    searched_ = sheets.triangle_count();
    fragments_ = fracture.fragments().count();
}

std::vector<Index> SurfelSkin::touched(const Fracture& fracture, const TriangleCells& fresh) const {
    std::vector<char> is_touched(static_cast<std::size_t>(surfels_.size()), 0);
    parallel_for("surfels at cracks", surfels_.size(), [&](Index i) {
        std::vector<Index> particles;
        surfels_.ties().for_each_particle(i, [&](Index j) { particles.push_back(j); });
        is_touched[i] = view_changed(fracture, fresh, surfels_.rest(i).eye.cast<double>(), particles) ? 1 : 0;
    });
    std::vector<Index> all;
    for (Index i = 0; i < surfels_.size(); ++i)
        if (is_touched[i]) all.push_back(i);
    return all;
}

void SurfelSkin::cut(const Fracture& fracture, const TriangleCells& fresh) {
    std::vector<std::vector<SurfelClip>> cuts(static_cast<std::size_t>(surfels_.size()));
    parallel_for("cut surfels", surfels_.size(), [&](Index i) {
        const RestSurfel& s = surfels_.rest(i);
        std::vector<Index> close;
        fresh.for_each_near(s.centre.cast<double>(), s.radius(), [&](Index t) {
            if (near(fracture.sheets().triangle(t), s.centre, s.radius())) close.push_back(t);
        });
        std::ranges::sort(close);
        close.erase(std::ranges::unique(close).begin(), close.end());
        for (const Index t : close)
            if (const SurfelClip line = cut_by(fracture.sheets().triangle(t), s); line.cuts()) cuts[i].push_back(line);
    });
    for (Index i = 0; i < surfels_.size(); ++i)
        for (const SurfelClip& line : cuts[i]) surfels_.clip(i, line);
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
            for (RestSurfel& one : cover_triangle(corners, face_radius_, split_)) {
                if (!moved_inside(fracture.body(), one)) continue;
                const bool at_skin = fracture.body().distance(one.centre) > -face_radius_;
                for (const Real side : {1.0f, -1.0f}) {
                    RestSurfel face = disc_surfel(one.centre, side * one.normal(), face_radius_, split_);
                    if (at_skin) clip_at_skin(fracture.body(), face);
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
