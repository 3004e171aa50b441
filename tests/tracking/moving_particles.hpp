// Frames of particles whose motion is known.
#pragma once

#include <lamella/particles/sampling.hpp>
#include <lamella/tracking/tracked_surface.hpp>

#include <cmath>

namespace lamella::test {

inline std::vector<Vec3> particle_ball(Real radius, const Vec3& centre = Vec3::Zero()) {
    const auto distance = [&](const Vec3& p) { return (p - centre).norm() - radius; };
    const Box3 box{centre.array() - radius, centre.array() + radius};
    return sample_volume(distance, box, 1.0f, Lattice::cubic, {0.2f, 3});
}

// place(p, time) and its derivative.
template <class Place, class Velocity>
ParticleSet frame_at(const std::vector<Vec3>& points, double time, Place&& place, Velocity&& velocity) {
    ParticleSet particles;
    particles.resize(static_cast<Index>(points.size()));
    auto& x = particles.add<Vec3Column>("P");
    auto& v = particles.add<Vec3Column>("v");
    auto& id = particles.add<IndexColumn>("id");
    for (Index i = 0; i < particles.size(); ++i) {
        const Vec3d p = points[static_cast<std::size_t>(i)].cast<double>();
        x.set(i, Vec3d(place(p, time)).cast<Real>());
        v.set(i, Vec3d(velocity(p, time)).cast<Real>());
        id[i] = i;
    }
    return particles;
}

inline Vec3d turned(const Vec3d& p, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
}

// A body that turns around z by `speed` a second.
inline ParticleSet turning(const std::vector<Vec3>& points, double time, double speed) {
    return frame_at(
        points, time, [&](const Vec3d& p, double t) { return turned(p, speed * t); },
        [&](const Vec3d& p, double t) {
            const Vec3d x = turned(p, speed * t);
            return Vec3d(-speed * x.y(), speed * x.x(), 0.0);
        });
}

// Follows frames one after the other.
class Follower {
public:
    explicit Follower(ParticleSet first, const FrameField& field = {}, const TrackingSettings& settings = {})
        : field_(field), surface(field_, settings, 1.0f), particles_(std::move(first)) {
        moment_ = field_of_frame(field_, particles_, 1.0f);
    }
    void start() { surface.start(moment_); }
    TrackReport follow(ParticleSet next, double seconds) {
        FieldMoment second = field_of_frame(field_, next, 1.0f);
        const TrackReport report = surface.advance(FrameMotion(particles_, next, seconds, 1.0f), moment_, second);
        particles_ = std::move(next);
        moment_ = std::move(second);
        return report;
    }
    const FieldMoment& moment() const { return moment_; }

private:
    FrameField field_;

public:
    TrackedSurface surface;

private:
    ParticleSet particles_;
    FieldMoment moment_;
};

}  // namespace lamella::test
