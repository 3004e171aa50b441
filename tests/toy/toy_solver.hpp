// A solver that proves the joints of the house: it moves a body that liquids push, emits every kind of part, changes
// the size of everything it has, takes four steps to the liquid's one and refuses every seventh of these when it has
// taken the first of its own.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/grid/tile_field.hpp>
#include <lamella/matter/solver.hpp>

namespace lamella {

struct ToySetup {
    Index body = 0;     // the one that it moves
    double mass = 1.0;  // kg
    Vec3d gravity = Vec3d(0.0, -9.81, 0.0);
    Vec3 place = Vec3::Zero();  // where its parts are drawn, relative to the simulation's origin
    double longest_step = 2.5e-4;
};

class ToySolver {
public:
    static constexpr const char* name = "toy";

    explicit ToySolver(const ToySetup& setup);

    double longest_step(const BodyStates&) const { return setup_.longest_step; }
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;
    StepReport take_report() { return report_.take(); }

    void place_bodies(BodyStates& states) const;
    void push_bodies(const BodyLoads& loads, double dt);

    const Vec3d& pushed() const { return pushed_; }  // all impulses that others gave to the body, N s
    const Vec3d& velocity() const { return velocity_; }
    std::int64_t steps() const { return steps_; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        visit("steps", steps_);
        visit("moved", moved_);
        visit("velocity", velocity_);
        visit("force", force_);
        visit("pushed", pushed_);
        visit("world_steps", world_steps_);
        visit("sub_steps", sub_steps_);
        visit("world_step", world_step_);
        visit("skin", skin_);
        visit("mesh", mesh_);
        visit("tets", tets_);
        visit("hair", hair_);
        visit("tiles", tiles_);
        visit("depth", depth_);
        report_.state(visit);
    }

private:
    void grow();

    ToySetup setup_;
    double time_ = 0.0;
    std::int64_t steps_ = 0;
    Vec3d moved_ = Vec3d::Zero();  // of the body, since the start
    Vec3d velocity_ = Vec3d::Zero();
    Vec3d force_ = Vec3d::Zero();  // of the others, in the world's step at hand
    Vec3d pushed_ = Vec3d::Zero();
    std::int64_t world_steps_ = 0;
    std::int64_t sub_steps_ = 0;  // in the world's step at hand
    double world_step_ = 0.0;     // its length
    ParticleSet skin_;            // everything below grows and shrinks with the number of steps
    TriangleMesh mesh_;
    TetMesh tets_;
    Strands hair_;
    TileSet tiles_;
    TileField<float> depth_;
    StepReport report_;
};

}  // namespace lamella
