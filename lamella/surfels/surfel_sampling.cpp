#include <lamella/core/parallel.hpp>
#include <lamella/geometry/surface_sampling.hpp>
#include <lamella/surfels/crease_edges.hpp>
#include <lamella/surfels/surfel_sampling.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kRadius = 0.83f;      // spacings; no point of a Poisson-disc set is farther than 0.79 from all others
constexpr Real kSameSide = 0.5f;     // cosine of normals, below which surfels do not keep apart
constexpr Real kSquare = 1.4f;       // radii: the sides of a square that a disc holds
constexpr Real kEyeDepth = 0.25f;    // radii below the surface
constexpr Real kNearest = 1e-3f;     // radii, of an edge that runs through the centre
constexpr Real kPastTheEnd = 1e-3f;  // of an edge, to which its line cuts: parts of a straight one cut once

// What the edge cuts off a surfel, if anything.
void clip_at(const CreaseEdges::Edge& edge, RestSurfel& surfel) {
    const Vec3 way = edge.to - edge.from;
    const Real share = (surfel.centre - edge.from).dot(way) / std::max(way.squaredNorm(), 1e-30f);
    if (share < -kPastTheEnd || share > 1.0f + kPastTheEnd) return;
    const Vec3 n = surfel.normal();
    const Vec3 outwards = (edge.outwards - n * n.dot(edge.outwards)).stableNormalized();
    const Real distance = std::max((edge.from - surfel.centre).dot(outwards), kNearest * surfel.radius());
    surfel.clip({outwards.dot(surfel.first), outwards.dot(surfel.second), distance});
}

void take_attribute(const TriangleMesh& mesh, const std::vector<SurfaceSample>& samples, const char* name,
                    ColumnTable& into) {
    const auto* column = mesh.attributes.find<Vec3Column>(name);
    if (!column || column->size() != mesh.vertex_count()) return;
    auto& values = into.add<Vec3Column>(name);
    for (Index k = 0; k < into.size(); ++k) {
        const Vec3i& t = mesh.triangles[samples[k].triangle];
        const Vec3 w = samples[k].weights();
        values.set(k, w[0] * (*column)[t[0]] + w[1] * (*column)[t[1]] + w[2] * (*column)[t[2]]);
    }
}

}  // namespace

RestSurfel disc_surfel(const Vec3& centre, const Vec3& normal, Real radius, Real split) {
    RestSurfel surfel;
    surfel.centre = centre;
    surfel.eye = centre - kEyeDepth * radius * normal;
    surfel.first = radius * normal.unitOrthogonal();
    surfel.second = cross(normal, surfel.first);
    surfel.limit = split * radius;
    return surfel;
}

SampledSurfels sample_surfels(const TriangleMesh& mesh, Real spacing, const SurfelParameters& parameters) {
    const std::vector<SurfaceSample> samples = sample_triangles(mesh, spacing, 0, kSameSide);
    SampledSurfels sampled;
    if (samples.empty()) return sampled;
    const CreaseEdges edges(mesh, parameters.crease_angle);
    sampled.surfels.resize(samples.size());
    parallel_for("surfels", static_cast<Index>(samples.size()), [&](Index k) {
        const SurfaceSample& sample = samples[k];
        const Vec3 normal = edges.smooth_normal(sample.triangle, sample.weights());
        RestSurfel surfel = disc_surfel(sample.place, normal, kRadius * spacing, parameters.split);
        edges.for_each_near(sample.place, sample.triangle, surfel.radius(),
                            [&](const CreaseEdges::Edge& edge) { clip_at(edge, surfel); });
        sampled.surfels[k] = surfel;
    });
    sampled.attributes.resize(static_cast<Index>(samples.size()));
    for (const char* name : {"uv", "Cd"}) take_attribute(mesh, samples, name, sampled.attributes);
    return sampled;
}

// Rows along its longest side, in each of them squares that hold what the triangle has of the row.
std::vector<RestSurfel> cover_triangle(const std::array<Vec3, 3>& corners, Real radius, Real split) {
    int side = 0;
    const auto way = [&](int k) -> Vec3 { return corners[(k + 1) % 3] - corners[k % 3]; };
    for (int k = 1; k < 3; ++k)
        if (way(k).squaredNorm() > way(side).squaredNorm()) side = k;
    const Vec3 from = corners[side], third = corners[(side + 2) % 3] - from;
    const Vec3 normal = cross(way(side), third).stableNormalized();
    if (normal.isZero()) return {};
    const Real length = way(side).norm();
    const Vec3 x = way(side) / length, y = cross(normal, x);
    const Real height = third.dot(y), top = third.dot(x);
    const auto rows = static_cast<Index>(std::ceil(height / (kSquare * radius)));
    std::vector<RestSurfel> all;
    for (Index row = 0; row < rows; ++row) {
        const Real low = static_cast<Real>(row) / static_cast<Real>(rows),
                   centre = low + 0.5f / static_cast<Real>(rows);
        const Real begin = low * top, end = length - low * (length - top);
        const auto squares = std::max<Index>(static_cast<Index>(std::ceil((end - begin) / (kSquare * radius))), 1);
        for (Index k = 0; k < squares; ++k) {
            const Real share = (static_cast<Real>(k) + 0.5f) / static_cast<Real>(squares);
            all.push_back(
                disc_surfel(from + (begin + share * (end - begin)) * x + centre * height * y, normal, radius, split));
        }
    }
    return all;
}

}  // namespace lamella
