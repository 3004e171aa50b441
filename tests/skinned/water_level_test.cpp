// How the water on a mesh is seen: films as thick as they are, and nothing where it is dry.
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/skinned/water_level.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kCell = 0.125;

// A ball of radius 1 with a film of that thickness where its skin is above `low`.
CarriedWater film_on_ball(double thickness, Real low) {
    const MeshDistance ball(triangulate(SphereShape{Vec3::Zero(), 1.0f}, 0.04f));
    auto mesh = std::make_shared<const SkinnedTets>(make_skinned_tets(ball, {kCell, 1, 0.5}, "ball"));
    std::vector<Vec3> lattice = mesh->lattice.positions;
    CarriedWater water(std::move(mesh), {}, std::move(lattice));
    water.fill([=](const Vec3& x) { return x.norm() < 1.0 + thickness && x.y() > low; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    return water;
}

// Where the level set is left on a ray from the middle; 1 where it is dry.
double radius_along(const SparseGrid& level, const Vec3d& ray) {
    const auto value = [&](double r) {
        const Vec3d at = (r * ray - level.origin()) / level.cell();
        const Vec3i base = at.array().floor().matrix().cast<Index>();
        const Vec3d f = at - base.cast<double>();
        double sum = 0.0;
        for (Index c = 0; c < 8; ++c) {
            const Vec3i o(c & 1, c >> 1 & 1, c >> 2);
            double weight = 1.0;
            for (int a = 0; a < 3; ++a) weight *= o[a] == 1 ? f[a] : 1.0 - f[a];
            sum += weight * level.value(base + o);
        }
        return sum;
    };
    double r = 1.3;
    while (r > 1.0 && value(r) > 0.0) r -= 0.002;
    return r;
}

template <class F>
void for_each_ray(F&& f) {
    for (int k = 0; k < 400; ++k) {
        const double y = 1.0 - (2.0 * k + 1.0) / 400.0, turn = k * std::numbers::pi * (3.0 - std::sqrt(5.0));
        const double side = std::sqrt(1.0 - y * y);
        f(Vec3d(side * std::cos(turn), y, side * std::sin(turn)));
    }
}

TEST(WaterLevel, AFilmHasNoHoleAndItsThickness) {
    for (const double thickness : {0.02, 0.04, 0.08}) {  // a sixth, a third and two thirds of a cell
        const CarriedWater water = film_on_ball(thickness, -2.0f);
        const double held = water.cubic_metres(water.total().volume) / (4.0 * std::numbers::pi);
        const SparseGrid level = WaterLevel(water, {}).alone(0.25 * kCell);
        double mean = 0.0, least = 1.0;
        for_each_ray([&](const Vec3d& ray) {
            const double h = radius_along(level, ray) - 1.0;
            mean += h / 400.0;
            least = std::min(least, h);
        });
        EXPECT_GT(least, 0.4 * held) << thickness;
        EXPECT_NEAR(mean, held, 0.25 * held + 0.002) << thickness;
    }
}

TEST(WaterLevel, WhatIsDryShowsNone) {
    const CarriedWater water = film_on_ball(0.05, 0.0f);
    const SparseGrid level = WaterLevel(water, {}).alone(0.25 * kCell);
    for_each_ray([&](const Vec3d& ray) {
        const double h = radius_along(level, ray) - 1.0;
        if (ray.y() < -0.45) {
            EXPECT_LE(h, 0.001) << ray.y();
        }
        if (ray.y() > 0.15) {
            EXPECT_GT(h, 0.01) << ray.y();
        }
    });
}

TEST(WaterLevel, WhatIsInCellsIsSeenInTheirFilm) {
    const CarriedWater water = film_on_ball(0.03, -2.0f);
    const FilmThickness film(water, {});
    for (const Index cell : water.water().wet)
        ASSERT_LT(film.place(cell).norm(), 1.0 + 0.09) << "a film of 0.03 in cells of 0.125";
}

}  // namespace
}  // namespace lamella
