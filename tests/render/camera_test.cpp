#include <lamella/core/error.hpp>
#include <lamella/core/random.hpp>
#include <lamella/render/camera.hpp>

#include <gtest/gtest.h>

#include <array>

namespace lamella {
namespace {

// The picture coordinates of a point, solved from rays through the middle and two borders.
std::array<Real, 2> project(const Camera& camera, const Vec3& point) {
    const Vec3 middle = camera.ray(0.0f, 0.0f).direction;
    const auto edge = [&](const Vec3& d) { return Vec3(d / d.dot(middle) - middle); };
    const Vec3 x = edge(camera.ray(1.0f, 0.0f).direction);
    const Vec3 y = edge(camera.ray(0.0f, 1.0f).direction);
    const Vec3 p = point - camera.position();
    const Real depth = p.dot(middle);
    EXPECT_GT(depth, 0.0f);
    return {p.dot(x) / (depth * x.squaredNorm()), p.dot(y) / (depth * y.squaredNorm())};
}

Vec3 corner(const Box3& box, int i) {
    return {i & 1 ? box.max.x() : box.min.x(), i & 2 ? box.max.y() : box.min.y(), i & 4 ? box.max.z() : box.min.z()};
}

Box3 unit_box() { return {Vec3::Zero(), Vec3::Ones()}; }

TEST(Camera, FittedPictureHoldsTheBoundsAndTouchesThem) {
    for (std::uint64_t trial = 0; trial < 50; ++trial) {
        CameraSettings settings;
        settings.direction = random_in_cube(1, trial, 0);
        settings.field_of_view = 10.0f + 80.0f * random_unit(2, trial, 0);
        Box3 box;
        box.extend(Vec3(10.0f * random_in_cube(1, trial, 1)));
        box.extend(Vec3(10.0f * random_in_cube(1, trial, 2)));
        const Camera camera(settings, box, 0.5f + 2.0f * random_unit(2, trial, 1));
        Real widest = 0.0f;
        for (int i = 0; i < 8; ++i)
            for (const Real p : project(camera, corner(box, i))) widest = std::max(widest, std::abs(p));
        EXPECT_NEAR(widest, 1.0f - 2.0f * settings.margin, 2e-3f) << "trial " << trial;
    }
}

TEST(Camera, LooksAtThePointInTheMiddle) {
    CameraSettings settings;
    settings.position = Vec3(1.0f, 2.0f, 3.0f);
    settings.look_at = Vec3(0.0f, 0.5f, 0.0f);
    const Ray ray = Camera(settings, {}, 1.5f).ray(0.0f, 0.0f);
    EXPECT_TRUE(ray.direction.isApprox((*settings.look_at - *settings.position).normalized()));
    EXPECT_TRUE(ray.origin == *settings.position);
}

CameraSettings three_keys(Interpolation interpolation) {
    CameraSettings settings;
    settings.interpolation = interpolation;
    settings.look_at = Vec3(0.0f, 0.5f, 0.0f);
    settings.keys = {{0.0f, Vec3(4.0f, 1.0f, 0.0f), {}, 40.0f},
                     {1.0f, Vec3(3.0f, 2.0f, 2.0f), Vec3(1.0f, 0.0f, 0.0f), {}},
                     {3.0f, Vec3(0.0f, 3.0f, 5.0f), Vec3(0.0f, 0.0f, 1.0f), 20.0f}};
    return settings;
}

// Half the height of the picture at distance 1.
Real half_height(const Camera& camera) {
    const Vec3 middle = camera.ray(0.0f, 0.0f).direction, border = camera.ray(0.0f, 1.0f).direction;
    return cross(middle, border).norm() / middle.dot(border);
}

TEST(Camera, KeysAreHit) {
    for (const Interpolation way : {Interpolation::linear, Interpolation::cubic}) {
        const CameraSettings settings = three_keys(way);
        for (const CameraKey& key : settings.keys) {
            const Camera camera(settings, unit_box(), 1.5f, 7, key.time);
            const Vec3 look_at = key.look_at.value_or(*settings.look_at);
            EXPECT_TRUE(camera.position() == key.position);
            EXPECT_TRUE(camera.ray(0.0f, 0.0f).direction.isApprox((look_at - key.position).normalized(), 1e-5f));
            const Real angle = 0.5f * key.field_of_view.value_or(settings.field_of_view) * 3.14159265f / 180.0f;
            EXPECT_NEAR(half_height(camera), std::tan(angle), 1e-5f);
        }
    }
}

TEST(Camera, BetweenKeysItGoesStraightOrSmoothly) {
    const auto x_at = [](Interpolation way, double t) {
        return Camera(three_keys(way), unit_box(), 1.5f, 1, t).position().x();
    };
    EXPECT_NEAR(x_at(Interpolation::linear, 0.25), 3.75f, 1e-6f);
    EXPECT_NEAR(x_at(Interpolation::linear, 2.0), 1.5f, 1e-6f);
    for (const Interpolation way : {Interpolation::linear, Interpolation::cubic}) {
        EXPECT_EQ(x_at(way, -1.0), 4.0f);
        EXPECT_EQ(x_at(way, 9.0), 0.0f);
        for (double t = 0.0; t < 3.0; t += 0.05) EXPECT_LE(x_at(way, t + 0.05), x_at(way, t));
    }
    // at rest at the ends
    EXPECT_LT(x_at(Interpolation::cubic, 0.0) - x_at(Interpolation::cubic, 0.01), 1e-3f);
    EXPECT_LT(x_at(Interpolation::cubic, 2.99) - x_at(Interpolation::cubic, 3.0), 1e-3f);
}

TEST(Camera, ImpossiblePlacesAreRefused) {
    CameraSettings settings;
    settings.position = Vec3::Zero();
    settings.look_at = Vec3::Zero();
    EXPECT_THROW(Camera(settings, {}, 1.0f), InputError);
    settings.look_at = Vec3(0.0f, -3.0f, 0.0f);
    EXPECT_THROW(Camera(settings, {}, 1.0f), InputError);
    CameraSettings keyed = three_keys(Interpolation::cubic);
    keyed.keys[2].time = 1.0f;
    EXPECT_THROW(Camera(keyed, unit_box(), 1.0f), InputError);
}

TEST(Camera, AnEmptyOrFlatSubjectStillHasAPicture) {
    EXPECT_TRUE(Camera({}, {}, 1.0f).ray(0.3f, 0.3f).direction.allFinite());
    const Box3 point{Vec3::Ones(), Vec3::Ones()};
    const Camera camera({}, point, 1.0f);
    EXPECT_TRUE(camera.ray(0.0f, 0.0f).direction.allFinite());
    EXPECT_TRUE(camera.position().allFinite());
}

}  // namespace
}  // namespace lamella
