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

TEST(Camera, ImpossiblePlacesAreRefused) {
    CameraSettings settings;
    settings.position = Vec3::Zero();
    settings.look_at = Vec3::Zero();
    EXPECT_THROW(Camera(settings, {}, 1.0f), InputError);
    settings.look_at = Vec3(0.0f, -3.0f, 0.0f);
    EXPECT_THROW(Camera(settings, {}, 1.0f), InputError);
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
