#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/placed_obstacles.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace lamella {
namespace {

Motion moved(Motion motion, const Vec3d& origin) {
    motion.pivot = (motion.pivot.cast<double>() - origin).cast<Real>();
    return motion;
}

// How far a point of the obstacle within the domain lies from the pivot at most.
Real arm_of(const Scene& scene, const Obstacle& obstacle) {
    const Box3 domain{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()};
    return domain.diagonal() + (domain.centre() - obstacle.motion.pivot).norm();
}

}  // namespace

Real PlacedObstacle::distance(const Vec3& p) const {
    const RigidTransform pose = motion.at(0.0);
    Real nearest = std::numeric_limits<Real>::infinity();
    for (int image = 0; image < 27; ++image) {
        Vec3 shift;
        bool exists = true;
        for (int a = 0, rest = image; a < 3; ++a, rest /= 3) {
            shift[a] = static_cast<Real>(rest % 3 - 1) * periodic.period[a];
            exists &= rest % 3 == 1 || periodic.axes[a];
        }
        if (exists) nearest = std::min(nearest, field.signed_distance(pose.apply_inverse(p + shift)));
    }
    return inverted ? -nearest : nearest;
}

Body PlacedObstacle::body(Real max_speed) const {
    return {name, friction, inverted, field.signed_distance, {}, motion, max_speed};
}

Real distance_to_solids(const std::vector<PlacedObstacle>& obstacles, const Vec3& p) {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const PlacedObstacle& obstacle : obstacles) nearest = std::min(nearest, obstacle.distance(p));
    return nearest;
}

std::vector<PlacedObstacle> place_obstacles(const Run& run, const Scene& scene, Real band) {
    const Vec3d origin = simulation_origin(scene);
    std::vector<PlacedObstacle> placed;
    for (const Obstacle& obstacle : scene.obstacles) {
        run.throw_if_stopped();
        const ShapeField field = shape_field(obstacle.shape, origin, band);
        run.throw_if_stopped();
        if (!field.remarks.empty()) run.warn(fmt::format("obstacle '{}': {}", obstacle.name, field.remarks));
        placed.push_back({obstacle.name, field, obstacle.inverted, moved(obstacle.motion, origin), obstacle.friction,
                          periodic_box(scene)});
    }
    return placed;
}

Real obstacle_path(const Scene& scene, const Obstacle& obstacle) {
    return obstacle.motion.path_bound(arm_of(scene, obstacle));
}

Real obstacle_speed(const Scene& scene, const Obstacle& obstacle) {
    return obstacle.motion.speed_bound(arm_of(scene, obstacle));
}

}  // namespace lamella
