#include <lamella/pipeline/setup/expected_liquid.hpp>
#include <lamella/pipeline/setup/expected_solids.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace lamella {
namespace {

// Measured: docs/performance.md, "What a run costs".
constexpr double kShareOfStep = 0.6;            // of the time that sound takes from particle to particle
constexpr double kSecondsPerStep = 0.2e-6;      // of a particle
constexpr double kLeastParticles = 500.0;       // that a step costs, however few there are
constexpr double kTouching = 3.2;               // times a step, for each neighbour
constexpr double kMostNeighbours = 3.0;         // that push it at once
constexpr double kBreaking = 2.5;               // times a step, of a solid that may break
constexpr double kSecondsPerFragments = 10e-6;  // of a particle in a frame, the meshes of what may break
constexpr double kSecondsPerSurfel = 0.12e-6;   // in a frame
constexpr double kSharePerBox = 0.6;            // of the area of a box that what is in it has
constexpr double kSecondsPerCracks = 160e-6;    // of a particle in a step, with cracks a spacing apart everywhere
constexpr double kCutSurfels = 13.0;            // times that, where they cut surfels

double spacing_of(const SceneSolid& solid, const Scene& scene) {
    return solid.spacing.value_or(scene.particle_spacing);
}

// Where the solids are at the start, and then the rigid bodies.
std::vector<Box3> boxes_of(const Scene& scene, Assets& assets) {
    std::vector<Box3> boxes;
    const auto add = [&](const Shape& shape) {
        boxes.push_back(shape_bounds(shape, simulation_origin(scene), assets));
    };
    for (const SceneSolid& solid : scene.solids) add(solid.shape);
    for (const SceneBody& body : scene.bodies) add(body.shape);
    return boxes;
}

// Of one of the boxes: what lies in its way as it falls, and what it nearly touches. Whatever is not alone meets one.
double neighbours(std::span<const Box3> boxes, std::size_t one, Real margin, const Vec3& gravity) {
    if (boxes.size() < 2) return 0.0;
    const Vec3 fall = 1e3f * gravity.cwiseAbs();
    const Box3 reach{boxes[one].min - fall - Vec3::Constant(margin), boxes[one].max + fall + Vec3::Constant(margin)};
    double found = -1.0;  // itself
    for (const Box3& box : boxes) found += intersection(reach, box).empty() ? 0.0 : 1.0;
    return std::clamp(found, 1.0, kMostNeighbours);
}

double surfels_of(const SceneSolid& solid, const Box3& box, const Scene& scene) {
    const auto* skin = std::get_if<SurfelParameters>(&solid.skin);
    if (!skin) return 0.0;
    const double distance = skin->spacing * spacing_of(solid, scene) / scene.particle_spacing;
    return kSharePerBox * area_of(box, scene) / (distance * distance);
}

// Of a particle in a step, if it breaks into pieces of the size of the distance between cracks.
double cost_of_cracks(const SceneSolid& solid, double spacing) {
    if (!solid.fracture) return 0.0;
    const double distance =
        solid.fracture->law.crack_distance > 0.0f ? solid.fracture->law.crack_distance / spacing : 3.0;
    const double skin = std::holds_alternative<SurfelParameters>(solid.skin) ? kCutSurfels : 1.0;
    return kSecondsPerCracks * skin / std::max(distance, 1.0);
}

}  // namespace

double area_of(const Box3& box, const Scene& scene) {
    if (!std::isfinite(box.diagonal())) return 0.0;
    const Vec3d d = box.size().cast<double>() / double{scene.particle_spacing};
    return 2.0 * (d.x() * d.y() + d.y() * d.z() + d.z() * d.x());
}

// All step as the sound of the stiffest does.
ExpectedSolids expected_solids(const Scene& scene, Assets& assets) {
    ExpectedSolids sum;
    const std::vector<Box3> boxes = boxes_of(scene, assets);
    double work = 0.0, cracks = 0.0, steps = 0.0;
    for (std::size_t k = 0; k < scene.solids.size(); ++k) {
        const SceneSolid& solid = scene.solids[k];
        const double d = spacing_of(solid, scene);
        const ElasticConstants elastic = elastic_constants(solid.stiffness, solid.youngs_modulus, solid.poisson_ratio);
        const double count = points_in(solid.shape, scene, assets, d, 0.0),
                     surfels = surfels_of(solid, boxes[k], scene);
        sum.particles += count;
        sum.surfels += surfels;
        work += count * (1.0 + kTouching * neighbours(boxes, k, static_cast<Real>(2.0 * d), scene.gravity)) *
                (solid.fracture ? kBreaking : 1.0);
        cracks += count * cost_of_cracks(solid, d);
        sum.core_seconds_a_frame += kSecondsPerSurfel * surfels + (solid.fracture ? kSecondsPerFragments * count : 0.0);
        steps = std::max(steps, elastic.sound_speed(solid.density) / (kShareOfStep * d));
    }
    if (!scene.solids.empty()) sum.core_seconds = steps * kSecondsPerStep * (work + kLeastParticles);
    sum.core_seconds_of_cracks = steps * cracks;
    return sum;
}

}  // namespace lamella
