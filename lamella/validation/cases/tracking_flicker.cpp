// A block of jittered particles through which a slow wave goes: how much the normals of its upper side flicker. At
// fixed points of the matter, the normal of the mesh is compared with that of the field in every frame; what is left is
// what the mesh does of itself. Its standard deviation over time is looked at, and that of its changes from frame to
// frame: the former has the slow part, too, by which flat triangles miss a wave as it passes under them, the latter is
// what is seen to flicker. A mesh that is tracked against one that is extracted anew in every frame, both of
// true_volume with cells of d/2. Lengths are in spacings d.
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kTwoPi = 2.0 * std::numbers::pi;
constexpr double kFactor = 3.0;
constexpr Real kEdge = 0.5f;
constexpr Real kDepth = 3.0f, kHalfWidth = 6.0f;
constexpr double kAmplitude = 0.4, kPeriod = 48.0;  // d, frames

// On deep water.
struct Wave {
    double length = 0.0;  // d

    Vec3d moved(const Vec3d& at_rest, double frame) const {
        const double k = kTwoPi / length, phase = k * at_rest.x() - kTwoPi * frame / kPeriod,
                     a = kAmplitude * std::exp(k * at_rest.y());
        return {at_rest.x() - a * std::sin(phase), at_rest.y() + a * std::cos(phase), at_rest.z()};
    }

    ParticleSet particles(const std::vector<Vec3>& at_rest, double frame) const {
        constexpr double kSmall = 1e-3;
        ParticleSet particles = particles_from_points(at_rest);
        auto& v = particles.add<Vec3Column>("v");  // per frame
        for (Index i = 0; i < particles.size(); ++i) {
            const Vec3d p = at_rest[static_cast<std::size_t>(i)].cast<double>();
            particles.positions().set(i, moved(p, frame).cast<Real>());
            v.set(i, ((moved(p, frame + kSmall) - moved(p, frame - kSmall)) / (2.0 * kSmall)).cast<Real>());
        }
        return particles;
    }
};

// Where a vertical line meets the uppermost triangle of a mesh.
struct TopPoint {
    Index triangle = -1;
    Vec3 weights = Vec3::Zero();
    Vec3 place = Vec3::Zero();
};

TopPoint top_at(const TriangleMesh& mesh, Real x, Real z) {
    TopPoint best;
    best.place.y() = -std::numeric_limits<Real>::infinity();
    for (Index t = 0; t < mesh.triangle_count(); ++t) {
        const Vec3i& c = mesh.triangles[static_cast<std::size_t>(t)];
        const auto& [a, b, d] = std::array{mesh.positions[c[0]], mesh.positions[c[1]], mesh.positions[c[2]]};
        const auto twice_area = [](Real ax, Real az, Real bx, Real bz) { return ax * bz - az * bx; };
        const Real whole = twice_area(b.x() - a.x(), b.z() - a.z(), d.x() - a.x(), d.z() - a.z());
        if (whole == 0.0f) continue;
        const Real of_b = twice_area(x - a.x(), z - a.z(), d.x() - a.x(), d.z() - a.z()) / whole;
        const Real of_d = twice_area(b.x() - a.x(), b.z() - a.z(), x - a.x(), z - a.z()) / whole;
        if (of_b < 0.0f || of_d < 0.0f || of_b + of_d > 1.0f) continue;
        const Vec3 place = (1.0f - of_b - of_d) * a + of_b * b + of_d * d;
        if (place.y() > best.place.y()) best = {t, Vec3(1.0f - of_b - of_d, of_b, of_d), place};
    }
    return best;
}

// Points of the upper side, as they would lie at rest: waves move what lies higher farther.
std::vector<Vec3d> points_of_matter(const Wave& wave, const TriangleMesh& at_start) {
    std::vector<Vec3d> points;
    for (double x = -3.0; x <= 3.0; x += 0.37)
        for (double z = -3.0; z <= 3.0; z += 0.41) {
            const Vec3d now = top_at(at_start, static_cast<Real>(x), static_cast<Real>(z)).place.cast<double>();
            Vec3d rest = now;
            for (int i = 0; i < 20; ++i) rest += now - wave.moved(rest, 0.0);
            points.push_back(rest);
        }
    return points;
}

// Deviations from the field's normal at all points of the matter, over time.
class Flicker {
public:
    explicit Flicker(std::size_t points) : flat_(points), smooth_(points) {}

    void note(const TriangleMesh& mesh, const FieldMoment& moment, const std::vector<Vec3d>& places) {
        const std::vector<Vec3> normals = compute_vertex_normals(mesh);
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Vec3d& at = places[k];
            const TopPoint top = top_at(mesh, static_cast<Real>(at.x()), static_cast<Real>(at.z()));
            if (top.triangle < 0) continue;
            LevelSample sample;
            moment.phi().evaluate({&top.place, 1}, {&sample, 1});
            const Vec3 right = -sample.gradient.normalized();
            const Vec3i& c = mesh.triangles[static_cast<std::size_t>(top.triangle)];
            const Vec3 along = mesh.positions[c[1]] - mesh.positions[c[0]];
            const Vec3 flat = cross(along, mesh.positions[c[2]] - mesh.positions[c[0]]);
            const Vec3 smooth =
                top.weights[0] * normals[c[0]] + top.weights[1] * normals[c[1]] + top.weights[2] * normals[c[2]];
            flat_[k].push_back((flat.normalized() - right).cast<double>());
            smooth_[k].push_back((smooth.normalized() - right).cast<double>());
        }
    }
    double flat() const { return deviation(flat_); }
    double smooth() const { return deviation(smooth_); }
    double flat_change() const { return change(flat_); }
    double smooth_change() const { return change(smooth_); }

private:
    using Series = std::vector<std::vector<Vec3d>>;

    // Degrees, root of the mean square over the points.
    static double deviation(const Series& all) {
        double squares = 0.0, count = 0.0;
        for (const std::vector<Vec3d>& one : all) {
            Vec3d mean = Vec3d::Zero();
            for (const Vec3d& value : one) mean += value / static_cast<double>(one.size());
            for (const Vec3d& value : one) squares += (value - mean).squaredNorm();
            count += static_cast<double>(one.size());
        }
        return std::sqrt(squares / count) * 360.0 / kTwoPi;
    }

    // The same of what changes from one frame to the next.
    static double change(const Series& all) {
        Series changes(all.size());
        for (std::size_t k = 0; k < all.size(); ++k)
            for (std::size_t t = 1; t < all[k].size(); ++t) changes[k].push_back(all[k][t] - all[k][t - 1]);
        return deviation(changes);
    }

    Series flat_, smooth_;
};

struct Flickers {
    Flicker tracked, extracted;
};

Flickers flickers_of(const Run& run, const Wave& wave, int frames) {
    const Box3 box{Vec3(-kHalfWidth, -kDepth, -kHalfWidth), Vec3(kHalfWidth, 0.0f, kHalfWidth)};
    const auto inside = [](const Vec3&) { return -1.0f; };
    const std::vector<Vec3> at_rest = sample_volume(inside, box, 1.0f, Lattice::cubic, {0.2f, 5});

    const FrameField field;
    TrackedSurface surface(field, {}, 1.0f);
    ParticleSet before = wave.particles(at_rest, 0.0);
    FieldMoment moment = field_of_frame(field, before, 1.0f);
    surface.start(moment);
    const std::vector<Vec3d> matter = points_of_matter(wave, surface.mesh().to_triangle_mesh());
    Flickers flickers{Flicker(matter.size()), Flicker(matter.size())};
    for (int frame = 1; frame <= frames; ++frame) {
        run.throw_if_stopped();
        ParticleSet now = wave.particles(at_rest, frame);
        FieldMoment next = field_of_frame(field, now, 1.0f);
        surface.advance(FrameMotion(before, now, 1.0, 1.0f), moment, next);
        before = std::move(now);
        moment = std::move(next);
        std::vector<Vec3d> places;
        for (const Vec3d& p : matter) places.push_back(wave.moved(p, frame));
        flickers.tracked.note(surface.mesh().to_triangle_mesh(), moment, places);
        flickers.extracted.note(moment.mesh(kEdge), moment, places);
    }
    return flickers;
}

}  // namespace

void measure_tracking_flicker(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const auto measure = [&](double length, Tolerance of_changes) {
        const auto [tracked, extracted] = flickers_of(run, {length}, options.full ? 48 : 16);
        const auto add = [&](const char* what, const char* unit, double measured, double reference,
                             Tolerance tolerance) {
            result.measurements.push_back(
                {fmt::format("waves of {} d: {}", length, what), unit, measured, reference, tolerance, ""});
        };
        add("flat normals from frame to frame, tracked mesh", "degrees", tracked.flat_change(), 0.0, reported());
        add("flat normals from frame to frame: extracted against tracked", "1",
            extracted.flat_change() / tracked.flat_change(), kFactor, of_changes);
        add("smooth normals from frame to frame: extracted against tracked", "1",
            extracted.smooth_change() / tracked.smooth_change(), kFactor, of_changes);
        add("flat normals: extracted against tracked", "1", extracted.flat() / tracked.flat(), kFactor, reported());
        add("smooth normals: extracted against tracked", "1", extracted.smooth() / tracked.smooth(), kFactor,
            reported());
    };
    // Waves of four times the block's width swing and tilt it; those as long as it bend its surface as well.
    measure(48.0, lower_bound());
    measure(12.0, reported());
}

}  // namespace lamella
