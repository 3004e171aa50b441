#include "benchmarks.hpp"
#include "liquid_step.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>
#include <lamella/scene/shipped_scenes.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/skinned/lattice_rig.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr double kStep = 0.04;
constexpr int kSteps = 40;

// A column of water on a ball of radius 1 under a gravity of 1, with adhesion and drag.
CarriedWater column_on_ball(std::shared_ptr<const SkinnedTets> mesh) {
    CarriedWaterOptions options;
    options.forces.gravity = Vec3(0, -1, 0);
    options.forces.adhesion.assign(mesh->node_distances.size(), 3.0f);
    options.forces.adhesion_reach = 0.2f;
    options.forces.drag = 1.0f;
    options.forces.drag_reach = static_cast<Real>(mesh->cell);
    std::vector<Vec3> lattice = mesh->lattice.positions;
    CarriedWater water(std::move(mesh), options, std::move(lattice));
    water.fill([](const Vec3& x) { return std::hypot(x.x(), x.z()) < 0.3f && x.y() > 0.0f && x.y() < 1.4f; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    return water;
}

struct Cost {
    double each = 0.0;   // microseconds a cell in and around the water, and step
    double bytes = 0.0;  // a cell of the mesh
    Index cells = 0;
};

Cost cost(double cell, int threads) {
    const ThreadLimit limit(threads);
    const MeshDistance ball(triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.05f));
    const auto mesh = std::make_shared<const SkinnedTets>(make_skinned_tets(ball, {cell, 1, 0.5}, "ball"));
    CarriedWater water = column_on_ball(mesh);
    double active = 0.0;
    const double seconds = seconds_of([&] {
        for (int k = 0; k < kSteps; ++k) active += water.step(mesh->lattice.positions, kStep).active;
    });
    return {1e6 * seconds / active, static_cast<double>(water.memory_bytes()) / mesh->tet_count(), mesh->tet_count()};
}

// The layer around the bear with the weights of its joints: 0.8 million cells.
double bear_seconds() {
    const Rig rig = read_gltf_rig(read_input(InputFile("shipped:lee2019/bear.glb")), "bear.glb", "walk");
    return seconds_of([&] {
        lattice_rig(rig, make_skinned_tets(MeshDistance(welded(rig.mesh)), {0.027, 1, 0.12}, "bear"));
    });
}

}  // namespace

Figures skinned_benchmark() {
    const Cost small = cost(0.125, 2), large = cost(0.0625, 2), alone = cost(0.0625, 1);
    return {"skinned",
            "water that runs down a ball, with pressure; 96 thousand and 731 thousand tetrahedra",
            {{"small", small.each, "us a cell in and around the water, and step", at_most(1.0)},
             {"large", large.each, "us a cell in and around the water, and step", at_most(1.0)},
             {"two_threads", alone.each / large.each, "times one", {}},
             {"bear", bear_seconds(), "s for the mesh of 0.8 million tetrahedra with its weights", at_most(10.0)},
             {"memory", large.bytes, "bytes a tetrahedron", Bar{Better::lower, 120.0, false}}}};
}

}  // namespace lamella
