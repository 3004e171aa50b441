// A particle level set in a flow that is known as a formula: the test bed of its transport. The flow is sampled on the
// faces of the grid at the middle of each step, as a solver would give it.
#pragma once

#include <lamella/level_set_liquid/level_set.hpp>

#include <functional>

namespace lamella {

class LevelSetFlow {
public:
    using Flow = std::function<Vec3d(const Vec3d& x, double time)>;  // m/s
    using Distance = std::function<double(const Vec3d& x)>;          // exact, m, negative inside

    // In the unit cube with `cells` cells an edge; a slab has the same values along all z.
    LevelSetFlow(Flow flow, const Distance& distance, Index cells, LevelSetOptions options);

    // `courant` cells pass in a step at most.
    void run_until(double time, double courant);

    double volume() const;  // a slab's is an area
    // The volume between the surface and another one: where one has inside what the other has not.
    double difference(const Distance& other) const;
    const LevelSet& level_set() const { return level_set_; }
    std::int64_t steps() const { return steps_; }

private:
    void sample_flow(double time);
    double in_metres(double cells) const;

    Flow flow_;
    Index cells_;
    bool slab_;
    double time_ = 0.0;
    std::int64_t steps_ = 0;
    LevelSet level_set_;
    FaceField velocity_;
};

}  // namespace lamella
