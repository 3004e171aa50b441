// The obstacles of a scene as the simulation starts with them.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/shape_field.hpp>
#include <lamella/sph/sph_solver.hpp>

namespace lamella {

// The solid of an obstacle at the start, and of its images along periodic axes.
struct PlacedObstacle {
    std::string name;
    ShapeField field;
    bool inverted;
    PeriodicBox periodic;

    Real distance(const Vec3& p) const;  // negative inside
};

// Adds the boundary particles of the obstacles to the setup, whose domain must be set.
std::vector<PlacedObstacle> place_obstacles(const Run& run, const Scene& scene, SphSetup& setup);

Real distance_to_solids(const std::vector<PlacedObstacle>& obstacles, const Vec3& p);

// The largest speed of a moving obstacle.
Real obstacle_speed(const Scene& scene, const Obstacle& obstacle);

}  // namespace lamella
