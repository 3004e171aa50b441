// The obstacles of a scene as the simulation starts with them.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/body.hpp>
#include <lamella/particles/periodic_box.hpp>
#include <lamella/pipeline/shape_field.hpp>

namespace lamella {

// The solid of an obstacle, relative to the simulation's origin.
struct PlacedObstacle {
    std::string name;
    ShapeField field;  // in its rest pose
    bool inverted;
    Motion motion;
    Real friction;
    PeriodicBox periodic;

    // Of the obstacle at the start and of its images along periodic axes; negative inside.
    Real distance(const Vec3& p) const;

    // As solvers meet it, without samples.
    Body body(Real max_speed) const;
};

// Distances beyond `band` may be given as the band.
std::vector<PlacedObstacle> place_obstacles(const Run& run, const Scene& scene, Real band);

Real distance_to_solids(const std::vector<PlacedObstacle>& obstacles, const Vec3& p);

// How far the points of an obstacle within the domain move at most in all.
Real obstacle_path(const Scene& scene, const Obstacle& obstacle);

// The largest speed of a moving obstacle.
Real obstacle_speed(const Scene& scene, const Obstacle& obstacle);

}  // namespace lamella
