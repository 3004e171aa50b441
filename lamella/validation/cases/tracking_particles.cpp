// A mesh on a ball of particles whose motion is known: the ball makes one revolution, and it is sheared, so that its
// poles turn by a revolution against its middle. Frames hold places, velocities and ids, as those of a run do; between
// them everything is the tracker's. Lengths are in particle spacings d, the field is true_volume, edges are d/2.
//
// The bars are those of a trial program before this one: slip <= 0.05 d a revolution, volume within 2e-4 a revolution
// and 1e-3 at any frame against what the field's own surface has, residual 2e-3 d rms, no vertex beyond 0.05 d.
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/tracking/mesh_quality.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/colour_band.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr const char* kTrial = "measured with a trial program before this one";
constexpr double kTwoPi = 2.0 * std::numbers::pi;
constexpr Real kEdge = 0.5f;

// Points turn about z by angle(z) times the share of the motion.
struct Twist {
    double whole = 0.0;  // the angle of all
    double per_z = 0.0;  // and what it grows by with z
    double angle(double z) const { return whole + per_z * z; }
    Vec3d place(const Vec3d& p, double share) const {
        const double c = std::cos(share * angle(p.z())), s = std::sin(share * angle(p.z()));
        return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
    }
};

class TwistedBall {
public:
    TwistedBall(Real radius, const Twist& twist, int frames)
        : twist_(twist), frames_(frames), surface_(field_, {}, 1.0f) {
        const auto distance = [&](const Vec3& p) { return p.norm() - radius; };
        points_ =
            sample_volume(distance, {Vec3::Constant(-radius), Vec3::Constant(radius)}, 1.0f, Lattice::cubic, {0.2f, 1});
        particles_ = frame(0);
        moment_ = field_of_frame(field_, particles_, 1.0f);
        surface_.start(moment_);
        auto& rest = surface_.vertices().table().add<Vec3Column>("rest");
        auto& colour = surface_.vertices().table().add<ScalarColumn>("colour");
        for (Index v = 0; v < rest.size(); ++v) {
            rest.set(v, surface_.mesh().positions[v]);
            colour[v] = rest[v].x() > 0.0f ? 1.0f : 0.0f;
        }
        start_volume_ = volume();
        start_band_ = band();
    }

    void go(const Run& run) {
        for (int k = 1; k <= frames_; ++k) {
            run.throw_if_stopped();
            ParticleSet next = frame(k);
            FieldMoment moment = field_of_frame(field_, next, 1.0f);
            const TrackReport report = surface_.advance(FrameMotion(particles_, next, 1.0, 1.0f), moment_, moment);
            particles_ = std::move(next);
            moment_ = std::move(moment);
            note(report);
        }
    }

    double slip() const {
        double largest = 0.0;
        const auto& rest = surface_.mesh().vertices.table().get<Vec3Column>("rest");
        for (Index v = 0; v < rest.size(); ++v)
            largest = std::max(
                largest,
                (twist_.place(rest[v].cast<double>(), 1.0) - surface_.mesh().positions[v].cast<double>()).norm());
        return largest;
    }
    double volume() const { return measure_quality(surface_.mesh(), kEdge).volume; }
    double volume_change() const { return volume() / start_volume_ - 1.0; }
    double band_growth() const { return band() - start_band_; }
    MeshQuality quality() const { return measure_quality(surface_.mesh(), kEdge); }

    Index broken_ = 0, failed_ = 0, replaced_ = 0;
    std::int64_t evaluations_ = 0, vertex_steps_ = 0;
    double worst_residual_ = 0.0, worst_rms_ = 0.0, worst_volume_ = 0.0;

private:
    ParticleSet frame(int k) const {
        const double share = static_cast<double>(k) / frames_;
        ParticleSet particles = particles_from_points(points_);
        auto& x = particles.positions();
        auto& v = particles.add<Vec3Column>("v");  // per frame
        for (Index i = 0; i < particles.size(); ++i) {
            const Vec3d p = points_[static_cast<std::size_t>(i)].cast<double>(), now = twist_.place(p, share);
            x.set(i, now.cast<Real>());
            v.set(i, (twist_.angle(p.z()) / frames_ * Vec3d(-now.y(), now.x(), 0.0)).cast<Real>());
        }
        return particles;
    }
    void note(const TrackReport& report) {
        failed_ += report.failed;
        replaced_ += report.replaced;
        evaluations_ += report.evaluations;
        vertex_steps_ += report.vertex_steps;
        broken_ += check(surface_.mesh()).empty() ? 0 : 1;
        worst_volume_ = std::max(worst_volume_, std::abs(volume_change()));
        const std::vector<Vec3>& x = surface_.mesh().positions;
        std::vector<LevelSample> samples(x.size());
        moment_.phi().evaluate(x, samples);
        double squares = 0.0;
        for (const LevelSample& s : samples) {
            const double distance = std::abs(s.value) / s.gradient.norm();
            squares += distance * distance;
            worst_residual_ = std::max(worst_residual_, distance);
        }
        worst_rms_ = std::max(worst_rms_, std::sqrt(squares / static_cast<double>(x.size())));
    }
    double band() const {
        const TriangleMesh plain = surface_.mesh().to_triangle_mesh();
        return colour_band(plain, plain.attributes.get<ScalarColumn>("colour")) / kEdge;
    }

    FrameField field_;
    Twist twist_;
    int frames_;
    TrackedSurface surface_;
    std::vector<Vec3> points_;
    ParticleSet particles_;
    FieldMoment moment_;
    double start_volume_ = 0.0, start_band_ = 0.0;
};

class BallRows {
public:
    BallRows(CaseResult& result, const char* what) : result_(result), what_(what) {}
    void add(const char* quantity, const char* unit, double measured, double reference, Tolerance tolerance,
             const char* source = kTrial) {
        result_.measurements.push_back(
            {fmt::format("{}: {}", what_, quantity), unit, measured, reference, tolerance, source});
    }
    void add_common(const TwistedBall& ball) {
        add("frames whose mesh was not manifold and oriented", "1", ball.broken_, 0.0, absolute(0), "");
        add("vertices that found no surface", "1", ball.failed_, 0.0, absolute(0), kTrial);
        add("meshes that were replaced", "1", ball.replaced_, 0.0, absolute(0), kTrial);
        add("largest rms distance from the field's surface", "d", ball.worst_rms_, 2e-3, upper_bound());
        add("largest distance of a vertex from it", "d", ball.worst_residual_, 0.05, upper_bound());
        add("field values a vertex and sub-step", "1",
            static_cast<double>(ball.evaluations_) / static_cast<double>(ball.vertex_steps_), 0.0, reported(), "");
        add("the colour's border has become wider by", "l", ball.band_growth(), 1.0, upper_bound());
    }

private:
    CaseResult& result_;
    const char* what_;
};

}  // namespace

void measure_tracking_particles(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Real radius = options.full ? 8.0f : 5.0f;
    {
        TwistedBall ball(radius, {kTwoPi, 0.0}, 24);
        ball.go(run);
        BallRows rows(result, "one revolution");
        rows.add_common(ball);
        rows.add("largest slip", "d", ball.slip(), 0.05, upper_bound());
        rows.add("change of the volume at the end", "1", ball.volume_change(), 0.0, absolute(2e-4));
        rows.add("largest change at any frame", "1", ball.worst_volume_, 1e-3, upper_bound());
    }
    TwistedBall ball(radius, {0.0, kTwoPi / radius}, 24);
    ball.go(run);
    BallRows rows(result, "shear by 2 pi");
    rows.add_common(ball);
    rows.add("triangles with an angle below 15 degrees", "1", ball.quality().thin_share, 0.001, upper_bound());
    rows.add("smallest angle", "degrees", ball.quality().smallest_angle, 0.0, reported(), "");
    rows.add("largest slip", "d", ball.slip(), 0.0, reported(), "the particles themselves are no continuum any more");
}

}  // namespace lamella
