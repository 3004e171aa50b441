#include <lamella/rigid/solid_moments.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// The mesh of a shape has its moments but for the chords of round ones.
template <class S>
void expect_moments_of_mesh(const S& shape, Real edge, double tolerance) {
    const SolidMoments exact = moments_of(shape), mesh = moments_of(placed_mesh_of(shape, edge));
    EXPECT_NEAR(mesh.volume / exact.volume, 1.0, tolerance);
    EXPECT_LT((mesh.centre - exact.centre).norm(), tolerance);
    EXPECT_LT((mesh.second - exact.second).norm(), 2.0 * tolerance * exact.second.norm());
}

TEST(SolidMoments, OfShapesAreThoseOfTheirMeshes) {
    BoxShape box{{1, 2, 3}, {2, 4, 3.5f}};
    expect_moments_of_mesh(box, 0.5f, 1e-6);
    box.stretch = Vec3(1, 2, 0.5f);
    box.rotation = Vec3(10, 20, 30);
    expect_moments_of_mesh(box, 0.5f, 1e-5);
    SphereShape ball{{1, 0, 2}, 0.5f};
    expect_moments_of_mesh(ball, 0.01f, 1e-3);
    ball.stretch = Vec3(2, 1, 3);
    ball.rotation = Vec3(40, 0, 10);
    expect_moments_of_mesh(ball, 0.01f, 1e-3);
    CylinderShape rod{{0, 0, 0}, {1, 1, 0.5f}, 0.3f};
    expect_moments_of_mesh(rod, 0.01f, 1e-3);
    RevolvedShape cup;
    cup.base = Vec3(0.5f, 0, 0);
    cup.axis = Vec3(1, 2, 0);
    cup.profile = {{0, 0}, {1, 0}, {1.2f, 2}, {1.1f, 2}, {0.9f, 0.1f}, {0, 0.1f}};
    expect_moments_of_mesh(cup, 0.02f, 1e-3);
    cup.rotation = Vec3(0, 0, 50);
    expect_moments_of_mesh(cup, 0.02f, 1e-3);
}

TEST(SolidMoments, OfABallAreTwoFifths) {
    const SolidMoments ball = moments_of(SphereShape{{3, 2, 1}, 0.2f});
    EXPECT_NEAR(ball.inertia()(0, 0) / (0.4 * ball.volume * 0.04), 1.0, 1e-6);
    EXPECT_NEAR(ball.inertia()(0, 1), 0.0, 1e-12);
}

}  // namespace
}  // namespace lamella
