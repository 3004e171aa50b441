// A clip of a rig, played: the mesh between evaluated moments, and the rigid motion that carries it.
#pragma once

#include <lamella/geometry/motion.hpp>
#include <lamella/geometry/rig/rig.hpp>
#include <lamella/geometry/vertex_motion.hpp>

#include <functional>
#include <memory>

namespace lamella {

struct RigPlayback {
    double start = 0.0;  // of the clip, s after its first key: where it is at time 0
    double speed = 1.0;  // seconds of the clip a second
    bool loop = true;    // begins again at its end; otherwise it rests there
};

// The rig is posed at moments that divide the clip evenly, at least kMoments a second of the clip and of the scene;
// between two moments every vertex goes along the chord, so that its velocity is (x1 - x0) / dt exactly, and the mesh,
// its samples and their velocities agree whatever steps are taken. `carried` moves all of it rigidly on top of that.
class RigMotion : public VertexMotion {
public:
    static constexpr double kMoments = 96.0;
    static constexpr double kMostMoments = 1e6;

    using Place = std::function<TriangleMesh(TriangleMesh)>;  // from the rig's axes to where it stands

    // InputError, beginning with `name`, when a joint has no size or is nowhere at one of the moments.
    RigMotion(std::shared_ptr<const Rig> rig, RigPlayback playback, Place place, Motion carried,
              const std::string& name);

    TriangleMesh at(double t) const override;
    std::vector<Vec3> velocities(double t) const override;
    bool moves() const override { return fastest_ > 0.0f || carried_.moves(); }
    Real speed_bound() const override;
    double last_time() const override;

    // How far a vertex leaps where the clip begins again, m; 0 when it is not repeated.
    Real leap() const { return leap_; }
    // Where the mesh is at any time of the clip, before it is carried.
    const Box3& bounds() const { return bounds_; }

private:
    // The share of the way from the moment of that number to the next.
    struct Between {
        Index moment = 0;
        double share = 0.0;
        bool rests = false;  // the clip has not begun, or is over
    };
    Between between(double t) const;
    std::vector<Vec3> moment(Index k) const;
    double clip_time(double moment) const { return rig_->begin + moment * interval_; }
    void measure(const std::string& name);

    std::shared_ptr<const Rig> rig_;
    RigPlayback playback_;
    Place place_;
    Motion carried_;
    Index moments_ = 0;      // intervals of the clip
    double interval_ = 0.0;  // seconds of the clip
    Real fastest_ = 0.0f, leap_ = 0.0f;
    Box3 bounds_;
};

}  // namespace lamella
