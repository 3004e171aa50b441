// Bodies between walls, for tests.
#pragma once

#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/rigid/contact_skin.hpp>
#include <lamella/rigid/rigid_solver.hpp>

namespace lamella {

class RigidScene {
public:
    RigidScene() { setup_.gravity = Vec3(0.0f, -9.81f, 0.0f); }

    RigidSetup& setup() { return setup_; }

    // The floor y = 0.
    RigidScene& floor() {
        setup_.walls.min.y() = 0.0f;
        return *this;
    }

    RigidBody& add(const SphereShape& ball, double density = 1000.0) {
        return add(ball, rigid_body(moments_of(ball), density, skin_of_ball(ball.centre, ball.radius), ball.bounds()));
    }
    template <class S>
    RigidBody& add(const S& shape, double density = 1000.0) {
        const Box3 bounds = placed_bounds(shape);
        const TriangleMesh mesh = placed_mesh_of(shape, skin_spacing(shape.bounds()));
        ContactSkin skin = skin_inside(mesh.positions, placed_distance(shape, 1e9f), skin_radius(shape.bounds()));
        RigidBody body = rigid_body(moments_of(shape), density, std::move(skin), bounds);
        if constexpr (std::is_same_v<S, BoxShape>) body.box = box_form(shape, body.axes);
        return add(shape, std::move(body));
    }
    template <class S>
    void add_obstacle(const S& shape, const Motion& motion = {}) {
        Body obstacle;
        obstacle.name = "obstacle" + std::to_string(setup_.bodies.size());
        obstacle.rest_distance = [shape](const Vec3& p) { return shape.signed_distance(p); };
        obstacle.motion = motion;
        setup_.bodies.push_back(obstacle);
    }

    SoleSolver<RigidSolver> solver() const { return SoleSolver<RigidSolver>(setup_); }

private:
    template <class S>
    RigidBody& add(const S& shape, RigidBody body) {
        Body met;
        met.name = "body" + std::to_string(setup_.bodies.size());
        met.rest_distance = placed_distance(shape, 1e9f);
        met.motion = MovedBySolver{};
        body.number = static_cast<Index>(setup_.bodies.size());
        setup_.bodies.push_back(met);
        setup_.rigid.push_back(body);
        return setup_.rigid.back();
    }

    static Box3 no_walls() {
        constexpr Real kFar = std::numeric_limits<Real>::infinity();
        return {Vec3::Constant(-kFar), Vec3::Constant(kFar)};
    }

    RigidSetup setup_{.bodies = {}, .rigid = {}, .walls = no_walls(), .forces = {}, .impulses = {}};
};

}  // namespace lamella
