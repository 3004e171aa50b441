// The obstacles of a scene, and behind them its rigid bodies, as the simulation starts with them.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/body.hpp>
#include <lamella/particles/periodic_box.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>

namespace lamella {

// The solid of an obstacle, relative to the simulation's origin.
struct PlacedObstacle {
    std::string name;
    ShapeField field;  // in its rest pose
    bool inverted;
    BodyMotion motion;
    Real friction;
    PeriodicBox periodic;
    Real path;             // that its points within the domain move at most in all, m
    Real max_speed;        // of them
    RigidTransform start;  // where it is when the simulation begins

    // Of the obstacle at the start and of its images along periodic axes; negative inside.
    Real distance(const Vec3& p) const;

    // As solvers meet it, with these samples at rest.
    Body body(std::vector<Vec3> samples) const;
};

// Distances beyond `band` may be given as the band. What moves them is read from its files.
std::vector<PlacedObstacle> place_obstacles(const Run& run, const Scene& scene, Assets& assets, Real band);

Real distance_to_solids(const std::vector<PlacedObstacle>& obstacles, const Vec3& p);

// Relative to the simulation's origin.
Motion placed_motion(const Scene& scene, Motion motion);

// The largest speed that keyframes give to something in the domain.
Real keyframe_speed(const Scene& scene, const Motion& motion);

}  // namespace lamella
