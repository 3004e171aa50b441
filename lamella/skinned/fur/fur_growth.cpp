#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/geometry/surface_sampling.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/skinned/fur/fur_growth.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr std::uint64_t kStream = 21;  // of random numbers
constexpr Index kStraightPoints = 6;   // of a strand
constexpr Real kPointsATurn = 8.0f;    // of its curls
constexpr Real kFullCurl = 0.25f;      // from this share of a strand on its curls are wide

Index points_a_strand(const FurGrowth& growth) {
    if (growth.curl == 0.0f) return kStraightPoints;
    return std::max(kStraightPoints, static_cast<Index>(std::ceil(kPointsATurn * growth.curls)) + 1);
}

// Where a strand grows.
struct Follicle {
    StrandRoot root;
    Vec3 place, normal;
    Real length = 0.0f;
    std::uint64_t number = 0;  // of the root among all, bald ones as well
};

std::vector<Follicle> follicles_on(const TriangleMesh& skin, const FurGrowth& growth, const SkinNumber& length,
                                   std::uint64_t seed) {
    const std::vector<Vec3> places = sample_surface(skin, 1.0f / std::sqrt(growth.density), seed);
    const std::vector<Vec3> normals = compute_vertex_normals(skin);
    const Bvh tree(skin);
    std::vector<Follicle> found(places.size());
    parallel_for(
        "roots of fur", static_cast<Index>(places.size()),
        [&](Index i) {
            const ClosestPoint at = tree.closest_point(places[i]);
            const Vec3i& t = skin.triangles[at.triangle];
            const Vec3& w = at.barycentric;
            const auto number = static_cast<std::uint64_t>(i);
            const Real shorter = growth.scatter * random_unit(seed, kStream, 4 * number);
            const Vec3 normal = w[0] * normals[t[0]] + w[1] * normals[t[1]] + w[2] * normals[t[2]];
            found[i] = {{at.triangle, w}, at.point, normal.stableNormalized(), 0.0f, number};
            const Real factor = length ? length(at) : 1.0f;
            if (factor >= FurGrowth::kBald) found[i].length = growth.length * factor * (1.0f - shorter);
        },
        64);
    std::erase_if(found, [](const Follicle& follicle) { return follicle.length <= 0.0f; });
    return found;
}

// Its points with the root at zero; as long as it is to be.
std::vector<Vec3> shape_of(const Follicle& at, const FurGrowth& growth, std::uint64_t seed) {
    const Vec3 leans = growth.comb + growth.scatter * random_in_cube(seed, kStream + 1, at.number);
    const Vec3 along = leans - leans.dot(at.normal) * at.normal;
    const Mat3 axes = frame_around(at.normal);
    const Real turn = 2.0f * std::numbers::pi_v<Real>, phase = random_unit(seed, kStream, 4 * at.number + 1);
    const Index count = points_a_strand(growth);
    std::vector<Vec3> points(static_cast<std::size_t>(count), Vec3::Zero());
    Vec3 middle = Vec3::Zero();
    Real length = 0.0f;
    for (Index k = 1; k < count; ++k) {
        const Real step = 1.0f / static_cast<Real>(count - 1), s = static_cast<Real>(k) * step;
        middle += step * (at.normal + (s - 0.5f * step) * along).stableNormalized();
        const Real angle = turn * (growth.curls * s + phase);
        const Real wide = growth.curl * std::min(s / kFullCurl, 1.0f);
        points[k] = middle + wide * (std::cos(angle) * axes.col(0) + std::sin(angle) * axes.col(1));
        length += (points[k] - points[k - 1]).norm();
    }
    for (Vec3& p : points) p *= at.length / length;
    return points;
}

void require_count(const TriangleMesh& skin, const FurGrowth& growth) {
    const double strands = growth.density * surface_area(skin);
    if (strands > FurGrowth::kMostStrands)
        throw InputError(fmt::format(
            "{:.3g} strands are too many (at most {:.0e}): a density of {:.3g} would fit, with more hairs a "
            "strand",
            strands, FurGrowth::kMostStrands, growth.density * FurGrowth::kMostStrands / strands));
}

}  // namespace

RootedStrands grow_fur(const TriangleMesh& skin, const FurGrowth& growth, const SkinNumber& length,
                       std::uint64_t seed) {
    require_count(skin, growth);
    const std::vector<Follicle> follicles = follicles_on(skin, growth, length, seed);
    const Index each = points_a_strand(growth);
    RootedStrands fur;
    fur.hairs = growth.hairs;
    fur.strands.points.resize(each * static_cast<Index>(follicles.size()));
    auto& x = fur.strands.points.add<Vec3Column>("P");
    auto& radius = fur.strands.points.add<ScalarColumn>("pscale");
    for (const Follicle& at : follicles) {
        fur.roots.push_back(at.root);
        fur.strands.first.push_back(each * static_cast<Index>(fur.roots.size()));
    }
    const Real thick = growth.radius * std::sqrt(growth.hairs);
    parallel_for(
        "strands of fur", static_cast<Index>(follicles.size()),
        [&](Index s) {
            const std::vector<Vec3> points = shape_of(follicles[s], growth, seed);
            for (Index k = 0; k < each; ++k) {
                x.set(s * each + k, follicles[s].place + points[k]);
                const Real up = static_cast<Real>(k) / static_cast<Real>(each - 1);
                radius[s * each + k] = thick * (1.0f + up * (growth.tip - 1.0f));
            }
        },
        64);
    return fur;
}

RootedStrands rooted_on(const TriangleMesh& skin, Strands strands, Real hairs, Real reach, const std::string& name) {
    if (strands.count() == 0) throw InputError(fmt::format("{}: there are no curves in it", name));
    const Bvh tree(skin);
    RootedStrands fur;
    Index off = 0, worst = -1;
    Real farthest = reach;
    for (Index s = 0; s < strands.count(); ++s) {
        if (strands.end_of(s) - strands.begin_of(s) < 2)
            throw InputError(fmt::format("{}: the curve {} has {} points; a strand has two at least", name, s,
                                         strands.end_of(s) - strands.begin_of(s)));
        const ClosestPoint at = tree.closest_point(strands.positions()[strands.begin_of(s)]);
        fur.roots.push_back({at.triangle, at.barycentric});
        if (at.distance() <= reach) continue;
        ++off;
        if (at.distance() > farthest) worst = s;
        farthest = std::max(farthest, at.distance());
    }
    if (off > 0)
        throw InputError(
            fmt::format("{}: {} of {} strands do not begin on the skin; the worst, {}, begins {:.3g} m off it, and at "
                        "most {:.3g} m are allowed",
                        name, off, strands.count(), worst, farthest, reach));
    fur.strands = std::move(strands);
    fur.hairs = hairs;
    return fur;
}

}  // namespace lamella
