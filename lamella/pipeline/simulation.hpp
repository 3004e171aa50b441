// A scene that goes on from frame to frame, without files: what `lamella simulate`, `lamella validate`, tests and other
// programs drive.
#pragma once

#include <lamella/cache/checkpoint.hpp>
#include <lamella/cache/ledger.hpp>
#include <lamella/core/run.hpp>
#include <lamella/matter/body_pose.hpp>
#include <lamella/matter/probes.hpp>
#include <lamella/matter/world.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

class Simulation {
public:
    // Faults of the scene are SceneFaults.
    Simulation(const Run& run, const Scene& scene, Assets& assets);
    // The same with a world that was made elsewhere.
    Simulation(const Scene& scene, World world);

    // Steps until the next frame is whole; the first is the initial state. False when `run` is to stop between two
    // steps: a later call goes on.
    bool finish_next_frame(const Run& run);

    int frame() const { return frame_; }  // the last whole one; before the first, the number before it
    bool has_begun() const { return frame_ >= first_frame_; }
    World& world() { return world_; }
    const World& world() const { return world_; }

    // What the frame holds; positions are relative to origin().
    std::vector<FramePart> parts() const;
    BodyPoses poses() const { return poses_; }
    const ContactRecords& contacts() const { return contacts_; }
    const Vec3d& origin() const { return origin_; }

    // What the probes measured since they were asked last.
    std::vector<ProbeTable> take_probe_tables() { return probes_.take_tables(); }

    // Mass, momentum, energies about the domain's centre and how the steps since the last row went.
    LedgerRow take_row();

    // Everything that is needed to go on with the same bits.
    void save(Checkpoint& checkpoint);
    void load(const Checkpoint& checkpoint);

private:
    BodyPoses take_poses();
    ContactRecords named_contacts() const;

    World world_;
    Probes probes_;
    Vec3d origin_;
    Vec3d centre_;  // of the domain, relative to the origin
    double frame_rate_;
    int first_frame_;
    int frame_;
    double left_ = 0.0;  // seconds until the next frame
    BodyPoses poses_;
    ContactRecords contacts_;
};

}  // namespace lamella
