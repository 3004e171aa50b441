#include "fixtures.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/render/environment_map.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

Image constant(const Vec3& light) {
    Image image(16, 8);
    std::fill(image.pixels.begin(), image.pixels.end(), light);
    return image;
}

// A dim gradient with a small bright sun at column 40, row 6: 64 x 32 pixels.
Image sunny() {
    Image image(64, 32);
    for (Index y = 0; y < 32; ++y)
        for (Index x = 0; x < 64; ++x)
            image.at(x, y) = Vec3(0.1f + 0.004f * static_cast<Real>(x), 0.2f, 0.02f * static_cast<Real>(y));
    image.at(40, 6) = Vec3(900.0f, 800.0f, 500.0f);
    return image;
}

Vec3 direction_of(Real column, Real row, const Image& image) {
    const Real angle = 2.0f * kPi * (column / static_cast<Real>(image.width) - 0.5f);
    const Real polar = kPi * row / static_cast<Real>(image.height);
    return {std::sin(polar) * std::sin(angle), std::cos(polar), -std::sin(polar) * std::cos(angle)};
}

// The subject in the light of a picture, for settings whose one light is an environment.
RenderSubject lit_by(Image image, RenderSubject subject, Real strength = 1.0f) {
    subject.environments = {std::make_shared<const EnvironmentMap>(std::move(image), strength, 0.0f)};
    return subject;
}

// A narrow look at the origin, with nothing but the picture and the subject.
RenderSettings close_look(Index samples, const Vec3& from, Real field_of_view) {
    RenderSettings settings = small_settings(samples);
    settings.width = settings.height = 17;
    settings.lights = {EnvironmentLight{}};
    settings.floor.shown = settings.denoise = false;
    settings.camera.position = from;
    settings.camera.look_at = Vec3::Zero();
    settings.camera.field_of_view = field_of_view;
    return settings;
}

Real luminance(const Vec3& light) { return light.dot(Vec3(0.2126f, 0.7152f, 0.0722f)); }

Vec3d mean(const Image& image) {
    Vec3d sum = Vec3d::Zero();
    for (const Vec3& p : image.pixels) sum += p.cast<double>();
    return sum / static_cast<double>(image.pixels.size());
}

TEST(EnvironmentMap, TheMiddleOfAPixelHasItsLight) {
    const Image image = sunny();
    const EnvironmentMap map(image, 2.0f, 0.0f);
    for (const auto& [x, y] : {std::pair{0, 0}, {40, 6}, {63, 16}, {32, 31}}) {
        const Vec3 direction = direction_of(static_cast<Real>(x) + 0.5f, static_cast<Real>(y) + 0.5f, image);
        EXPECT_TRUE(map.light(direction).isApprox(2.0f * image.at(x, y), 1e-3f)) << x << " " << y;
    }
}

TEST(EnvironmentMap, TheMiddleLiesTowardsMinusZAndTurnsToTheLeft) {
    Image image = constant(Vec3::Zero());
    for (Index y = 0; y < 8; ++y) image.at(7, y) = image.at(8, y) = Vec3::Ones();
    EXPECT_EQ(EnvironmentMap(image, 1.0f, 0.0f).light(-Vec3::UnitZ()).x(), 1.0f);
    EXPECT_NEAR(EnvironmentMap(image, 1.0f, 90.0f).light(-Vec3::UnitX()).x(), 1.0f, 1e-4f);
    EXPECT_NEAR(EnvironmentMap(image, 1.0f, -90.0f).light(Vec3::UnitX()).x(), 1.0f, 1e-4f);
    EXPECT_EQ(EnvironmentMap(image, 1.0f, 0.0f).light(Vec3::UnitX()).x(), 0.0f);
}

// The midpoint rule with four by four points a pixel; the density is constant in a pixel, so it is nearly exact.
TEST(EnvironmentMap, TheDensityIntegratesToOneAndFollowsTheLuminance) {
    const Image image = sunny();
    const EnvironmentMap map(image, 3.0f, 25.0f);
    constexpr Index fine = 4;
    double sum = 0.0, light = 0.0;
    const Index width = image.width * fine, height = image.height * fine;
    const auto solid_angle = [&](Index y) {
        const double upper = std::cos(std::numbers::pi * y / height),
                     lower = std::cos(std::numbers::pi * (y + 1) / height);
        return 2.0 * std::numbers::pi / width * (upper - lower);
    };
    const auto at = [&](Index x, Index y) {
        return direction_of((static_cast<Real>(x) + 0.5f) / fine, (static_cast<Real>(y) + 0.5f) / fine, image);
    };
    for (Index y = 0; y < height; ++y)
        for (Index x = 0; x < width; ++x) {
            sum += solid_angle(y) * map.density(at(x, y));
            light += solid_angle(y) * luminance(map.light(at(x, y)));
        }
    EXPECT_NEAR(sum, 1.0, 2e-3);
    const EnvironmentMap straight(image, 3.0f, 0.0f);
    for (const auto& [x, y] : {std::pair{10, 16}, {50, 30}, {20, 3}}) {  // away from the sun luminance is smooth
        const Vec3 direction = direction_of(static_cast<Real>(x) + 0.5f, static_cast<Real>(y) + 0.5f, image);
        EXPECT_NEAR(straight.density(direction), luminance(straight.light(direction)) / light,
                    0.01 * straight.density(direction));
    }
}

// Counts in all pixels against the density; the sun and its neighbours get most of the samples.
TEST(EnvironmentMap, SamplesFallWithTheDensity) {
    const Image image = sunny();
    const EnvironmentMap map(image, 1.0f, 0.0f);
    constexpr Index samples = 1 << 18;
    std::vector<double> found(image.pixels.size()), expected(image.pixels.size());
    for (Index s = 0; s < samples; ++s) {
        const Vec3 d = map.sample(Sampler(3, s).next());
        ASSERT_NEAR(d.norm(), 1.0f, 1e-5f);
        const Real column = (std::atan2(d.x(), -d.z()) / (2.0f * kPi) + 0.5f) * 64.0f;
        const Real row = std::acos(std::clamp(d.y(), -1.0f, 1.0f)) / kPi * 32.0f;
        found[std::min(static_cast<Index>(row), 31) * 64 + std::min(static_cast<Index>(column), 63)] += 1.0 / samples;
    }
    for (Index y = 0; y < 32; ++y)
        for (Index x = 0; x < 64; ++x) {
            const double omega =
                2.0 * std::numbers::pi / 64.0 * (std::cos(kPi * y / 32) - std::cos(kPi * (y + 1) / 32));
            const Vec3 middle = direction_of(static_cast<Real>(x) + 0.5f, static_cast<Real>(y) + 0.5f, image);
            expected[y * 64 + x] = omega * map.density(middle);
        }
    double difference = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i) difference += std::abs(found[i] - expected[i]);
    EXPECT_LT(difference, 0.02);
    EXPECT_GT(found[6 * 64 + 40], 0.3);
}

TEST(EnvironmentMap, PicturesThatAreNoneAreRefused) {
    const auto refused = [](Image image) { EXPECT_THROW(EnvironmentMap(std::move(image), 1.0f, 0.0f), InputError); };
    refused(Image(0, 0));
    refused(Image(1, 1));
    refused(Image(16, 9));
    for (const Real bad : {std::nanf(""), -0.1f, 1e13f, std::numeric_limits<Real>::infinity()}) {
        Image image = constant(Vec3::Ones());
        image.at(3, 5).y() = bad;
        refused(image);
    }
}

// Matt and clear matter before a constant map look as they do before a uniform light.
TEST(EnvironmentMap, AConstantMapIsAUniformLight) {
    const Vec3 colour(0.7f, 0.8f, 0.9f);
    RenderSettings settings = small_settings(64);
    settings.denoise = false;
    const TriangleMesh drop = ball_mesh(Vec3(-0.5f, 0.0f, 0.0f), 0.5f),
                       stone = ball_mesh(Vec3(0.6f, -0.4f, 0.0f), 0.4f);
    const RenderSubject subject{{{&drop, "drop", true}, {&stone, "stone", false}}, {}, unit_bounds()};
    settings.lights = {EnvironmentLight{}};
    const Vec3d with_map = mean(render_light(settings, lit_by(constant(colour), subject)));
    settings.lights = {UniformLight{colour, 1.0f}};
    const Vec3d with_uniform = mean(render_light(settings, subject));
    EXPECT_LT((with_map - with_uniform).cwiseAbs().maxCoeff(), 0.002) << with_map << "\n" << with_uniform;
}

TEST(EnvironmentMap, AWhiteBallDisappearsInAConstantMap) {
    RenderSettings settings = small_settings(256);
    settings.lights = {EnvironmentLight{}};
    settings.floor.shown = false;
    settings.materials = {{"ball", DiffuseMaterial{Vec3::Ones()}}};
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 1.0f);
    const Image image = render_light(
        settings, lit_by(constant(Vec3::Constant(0.5f)), {{{&ball, "ball", false}}, {}, unit_bounds()}, 2.0f));
    EXPECT_LT((mean(image) - Vec3d::Ones()).cwiseAbs().maxCoeff(), 1e-3);
    for (const Vec3& pixel : image.pixels) ASSERT_NEAR(pixel.y(), 1.0f, 0.05f);  // what is left is noise
}

// The light of the sun's pixel on a plate that faces it is its interpolated light times its solid angle: both ways of
// drawing directions together count it once.
TEST(EnvironmentMap, ASunnyPixelLightsAPlateByItsSolidAngle) {
    Image image(64, 32);
    image.at(32, 0) = Vec3::Constant(50.0f);
    const EnvironmentMap map(image, 1.0f, 0.0f);
    constexpr Index steps = 256;  // by the midpoint rule around the zenith
    double expected = 0.0;
    for (Index a = 0; a < steps; ++a)
        for (Index b = 0; b < steps; ++b) {
            const double sine2 = (a + 0.5) / steps * 0.1, angle = 2.0 * std::numbers::pi * (b + 0.5) / steps;
            const double sine = std::sqrt(sine2);
            const Vec3d d(sine * std::cos(angle), std::sqrt(1.0 - sine2), sine * std::sin(angle));
            expected += map.light(d.cast<Real>()).x() * 0.1 / (steps * steps);
        }
    RenderSettings settings = close_look(256, Vec3(0.5f, 0.5f, 0.5f), 2.0f);
    settings.materials = {{"plate", DiffuseMaterial{Vec3::Ones()}}};
    TriangleMesh plate;
    plate.positions = {{-50, 0, -50}, {-50, 0, 50}, {50, 0, 50}, {50, 0, -50}};
    plate.triangles = {{0, 1, 2}, {0, 2, 3}};
    const Image lit = render_light(settings, lit_by(image, {{{&plate, "plate", false}}, {}, unit_bounds()}));
    EXPECT_NEAR(mean(lit).x(), expected, 0.01 * expected);
}

// Straight from above, a ball of water shows what is below it, and of what is above as much as its boundaries mirror.
TEST(EnvironmentMap, WaterReflectsAndRefractsIt) {
    Image image = constant(Vec3::Zero());
    for (Index y = 0; y < 4; ++y)
        for (Index x = 0; x < 16; ++x) image.at(x, y) = Vec3(1.0f, 0.0f, 0.0f);
    for (Index y = 4; y < 8; ++y)
        for (Index x = 0; x < 16; ++x) image.at(x, y) = Vec3(0.0f, 1.0f, 0.0f);
    RenderSettings settings = close_look(16, Vec3(0.0f, 3.0f, 0.001f), 1.0f);
    settings.materials = {{"drop", WaterMaterial{1.33f, Vec3::Ones(), {}}}};
    const TriangleMesh drop = ball_mesh(Vec3::Zero(), 1.0f, 96);
    const Vec3d seen = mean(render_light(settings, lit_by(image, {{{&drop, "drop", true}}, {}, unit_bounds()})));
    const Real mirrored = std::pow(0.33f / 2.33f, 2.0f);  // at each of the two boundaries, straight on
    const Real through = (1.0f - mirrored) / (1.0f + mirrored);
    EXPECT_NEAR(seen.y(), through, 0.005);
    EXPECT_NEAR(seen.x(), 1.0f - through, 0.005);
}

TEST(EnvironmentMap, ThePictureDoesNotDependOnThreads) {
    const TriangleMesh drop = ball_mesh(Vec3(0.0f, 0.2f, 0.0f), 0.8f), stone = ball_mesh(Vec3(0.3f, -0.6f, 0.2f), 0.4f);
    RenderSettings settings = small_settings(8);
    settings.lights = {EnvironmentLight{}};
    const auto hash_with = [&](int threads) {
        const ThreadLimit limit(threads);
        const RenderSubject subject{{{&drop, "drop", true}, {&stone, "stone", false}}, {}, unit_bounds()};
        return hash_of(render_frame(settings, lit_by(sunny(), subject)).picture);
    };
    const std::uint64_t one = hash_with(1);
    EXPECT_EQ(one, hash_with(2));
    EXPECT_EQ(one, hash_with(3));
}

}  // namespace
}  // namespace lamella
