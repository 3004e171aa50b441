#include <lamella/core/error.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/shapes/box_lattice.hpp>
#include <lamella/geometry/surface_sampling.hpp>

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

namespace lamella {
namespace {

// Dart throwing with this many candidates places one point per 1.6 r^2, which is one spacing^2 for this radius.
constexpr double kRadius = 0.79;     // spacings
constexpr double kCandidates = 4.0;  // a round and spacing^2
constexpr int kRounds = 12;
constexpr double kMostSamples = 0x1p27;
constexpr double kMostCells = 0x1p21;  // along an axis: the bits of a key

// The points so far in cells twice as wide as the disc, so that a disc touches at most eight.
class DiscSet {
public:
    DiscSet(const Vec3d& low, double radius, Real least_cosine)
        : low_(low), radius_(radius), least_cosine_(least_cosine) {}

    void add_if_free(const Vec3d& p, const SurfaceSample& sample, const Vec3& normal) {
        const Vec3d at = (p - low_).array() / (2.0 * radius_) + 1.0;
        const Vec3i first = (at.array() - 0.5).floor().cast<Index>();
        for (Index corner = 0; corner < 8; ++corner) {
            const Vec3i cell = first + Vec3i(corner & 1, (corner >> 1) & 1, corner >> 2);
            if (touches(cell, p, normal)) return;
        }
        const Vec3i own = at.array().floor().cast<Index>();
        const auto head = heads_.try_emplace(key(own), -1).first;
        next_.push_back(head->second);
        head->second = static_cast<Index>(samples_.size());
        samples_.push_back(sample);
        samples_.back().place = p.cast<Real>();
        normals_.push_back(normal);
    }
    std::vector<SurfaceSample> take() { return std::move(samples_); }

private:
    bool touches(const Vec3i& cell, const Vec3d& p, const Vec3& normal) const {
        const auto head = heads_.find(key(cell));
        if (head == heads_.end()) return false;
        for (Index i = head->second; i >= 0; i = next_[i]) {
            if ((samples_[i].place.cast<double>() - p).squaredNorm() < radius_ * radius_ &&
                normals_[i].dot(normal) >= least_cosine_)
                return true;
        }
        return false;
    }
    static std::uint64_t key(const Vec3i& c) {
        return (static_cast<std::uint64_t>(c.x()) << 42) | (static_cast<std::uint64_t>(c.y()) << 21) |
               static_cast<std::uint64_t>(c.z());
    }

    Vec3d low_;
    double radius_;
    Real least_cosine_;
    std::unordered_map<std::uint64_t, Index> heads_;
    std::vector<Index> next_;
    std::vector<SurfaceSample> samples_;
    std::vector<Vec3> normals_;
};

class TriangleSampler {
public:
    TriangleSampler(const TriangleMesh& mesh, std::uint64_t seed) : mesh_(mesh), seed_(seed) {}

    double area(Index triangle) const {
        const auto [a, ab, ac] = sides(triangle);
        return 0.5 * cross(ab, ac).norm();
    }
    // A random number of the triangle that shifts the rounding of its counts.
    double shift(Index triangle) const { return random_unit(seed_, triangle, 0); }

    Vec3 normal(Index triangle) const {
        const auto [a, ab, ac] = sides(triangle);
        return cross(ab, ac).stableNormalized().cast<Real>();
    }

    // Uniform over the triangle (Osada et al. 2002, eq. 1).
    void add_point(Index triangle, std::uint64_t counter, const Vec3& normal, DiscSet& discs) const {
        const auto [a, ab, ac] = sides(triangle);
        const double root = std::sqrt(static_cast<double>(random_unit(seed_, triangle, 2 * counter + 1)));
        const double t = random_unit(seed_, triangle, 2 * counter + 2);
        const double second = root * (1.0 - t), third = root * t;
        discs.add_if_free(a + second * ab + third * ac,
                          {triangle, static_cast<Real>(second), static_cast<Real>(third), Vec3::Zero()}, normal);
    }

private:
    struct Sides {
        Vec3d a, ab, ac;
    };
    Sides sides(Index triangle) const {
        const Vec3i& t = mesh_.triangles[triangle];
        const Vec3d a = mesh_.positions[t[0]].cast<double>();
        return {a, mesh_.positions[t[1]].cast<double>() - a, mesh_.positions[t[2]].cast<double>() - a};
    }
    const TriangleMesh& mesh_;
    std::uint64_t seed_;
};

void require_possible(double area, const Box3& box, double spacing) {
    const double cells = (box.max.cast<double>() - box.min.cast<double>()).maxCoeff() / (2.0 * kRadius * spacing);
    if (spacing > 0.0 && area <= kMostSamples * spacing * spacing && cells < kMostCells - 3.0) return;
    throw InputError(
        fmt::format("a surface of {} m^2 cannot be covered with points {} m apart; at most 2^27 fit", area, spacing));
}

// Steps of at most 1.35 spacings.
Vec3i face_cells(const Vec3d& size, Real spacing) { return lattice_cells(size.array() - 0.35 * spacing, spacing); }

}  // namespace

std::vector<Vec3> sample_surface(const TriangleMesh& mesh, Real spacing, std::uint64_t seed) {
    std::vector<Vec3> points;
    for (const SurfaceSample& sample : sample_triangles(mesh, spacing, seed)) points.push_back(sample.place);
    return points;
}

std::vector<SurfaceSample> sample_triangles(const TriangleMesh& mesh, Real spacing, std::uint64_t seed,
                                            Real least_cosine) {
    require_valid(mesh);
    if (mesh.empty()) return {};
    const TriangleSampler sampler(mesh, seed);
    std::vector<double> expected(mesh.triangles.size());  // candidates a round
    double area = 0.0;
    const double d = spacing;
    for (Index t = 0; t < mesh.triangle_count(); ++t) {
        const double triangle_area = sampler.area(t);
        area += triangle_area;
        expected[t] = kCandidates * triangle_area / (d * d);
    }
    const Box3 box = bounds(mesh);
    require_possible(area, box, d);
    DiscSet discs(box.min.cast<double>(), kRadius * d, least_cosine);
    for (int round = 0; round < kRounds; ++round) {
        for (Index t = 0; t < mesh.triangle_count(); ++t) {
            const auto begin = static_cast<std::uint64_t>(round * expected[t] + sampler.shift(t));
            const auto end = static_cast<std::uint64_t>((round + 1) * expected[t] + sampler.shift(t));
            const Vec3 normal = sampler.normal(t);
            for (std::uint64_t i = begin; i < end; ++i) sampler.add_point(t, i, normal, discs);
        }
    }
    return discs.take();
}

std::vector<Vec3> sample_rectangle(const Vec3& corner, const Vec3& side_u, const Vec3& side_v, Real spacing) {
    const Vec3i cells = face_cells({side_u.norm(), side_v.norm(), 0.0}, spacing);
    std::vector<Vec3> points;
    for (Index v = 0; v <= cells.y(); ++v) {
        for (Index u = 0; u <= cells.x(); ++u) {
            const Real s = static_cast<Real>(u) / static_cast<Real>(cells.x());
            const Real t = static_cast<Real>(v) / static_cast<Real>(cells.y());
            points.push_back(corner + s * side_u + t * side_v);
        }
    }
    return points;
}

std::vector<Vec3> sample_box_faces(const Box3& box, Real spacing) {
    const Vec3d low = box.min.cast<double>();
    const Vec3d size = box.max.cast<double>() - low;
    return box_lattice_mesh(face_cells(size, spacing),
                            [&](const Vec3d& u) { return Vec3d(low + u.cwiseProduct(size)); })
        .positions;
}

}  // namespace lamella
