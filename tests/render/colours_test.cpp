#include "fixtures.hpp"

#include <lamella/render/colour_bar.hpp>
#include <lamella/render/colour_map.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

Real luminance(const Vec3& c) { return Vec3(0.2126f, 0.7152f, 0.0722f).dot(c); }

TEST(Colours, MapGrowsBrighterAllTheWay) {
    for (int i = 1; i <= 256; ++i) {
        const Real t = static_cast<Real>(i) / 256.0f;
        EXPECT_GT(luminance(map_colour(t)), luminance(map_colour(t - 1.0f / 256.0f))) << t;
    }
}

// CIE 1976 lightness rises evenly: no step of a sixteenth is far from the mean step.
TEST(Colours, MapStepsAreEven) {
    const auto lightness = [](Real t) { return 116.0f * std::cbrt(luminance(map_colour(t))) - 16.0f; };
    const Real mean = (lightness(1.0f) - lightness(0.0f)) / 16.0f;
    for (int i = 0; i < 16; ++i) {
        const Real step = lightness(static_cast<Real>(i + 1) / 16.0f) - lightness(static_cast<Real>(i) / 16.0f);
        EXPECT_NEAR(step, mean, 0.35f * mean) << i;
    }
}

TEST(Colours, ValuesOutsideTheRangeTakeTheEnds) {
    EXPECT_EQ(map_colour(-3.0f), map_colour(0.0f));
    EXPECT_EQ(map_colour(7.0f), map_colour(1.0f));
}

TEST(Colours, SpeedIsTheLengthOfVelocity) {
    ParticleSet particles;
    particles.resize(2);
    particles.add<Vec3Column>("v").set(1, Vec3(3.0f, 4.0f, 0.0f));
    EXPECT_EQ(attribute_values(particles, "speed"), (std::vector<Real>{0.0f, 5.0f}));
    particles.add<ScalarColumn>("speed").set(0, 7.0f);
    EXPECT_EQ(attribute_values(particles, "speed"), (std::vector<Real>{7.0f, 0.0f}));
}

TEST(Colours, RangeIsThatOfFiniteValuesOrOfTheSettings) {
    RenderSettings settings;
    const std::vector<std::vector<Real>> values = {{2.0f, std::nanf("")}, {-1.0f}};
    EXPECT_EQ(colour_range(settings, values).min, -1.0f);
    EXPECT_EQ(colour_range(settings, values).max, 2.0f);
    settings.colour_max = 9.0f;
    EXPECT_EQ(colour_range(settings, values).max, 9.0f);
    EXPECT_EQ(colour_range(RenderSettings{}, {}).min, 0.0f);
}

TEST(Colours, BarShowsBothEndsOfTheMap) {
    Picture picture{960, 540, std::vector<std::uint8_t>(3 * 960 * 540, 200)};
    draw_colour_bar(picture, "speed", {0.0f, 2.5f});
    const auto count = [&](const Vec3& colour) {
        int n = 0;
        for (Index y = 0; y < picture.height; ++y)
            for (Index x = 0; x < picture.width; ++x) {
                const std::uint8_t* p = picture.at(x, y);
                n += std::abs(p[0] - srgb_byte(colour.x())) < 4 && std::abs(p[1] - srgb_byte(colour.y())) < 4 &&
                     std::abs(p[2] - srgb_byte(colour.z())) < 4;
            }
        return n;
    };
    EXPECT_GT(count(map_colour(0.0f)), 10);
    EXPECT_GT(count(map_colour(1.0f)), 10);
    EXPECT_GT(count(Vec3::Ones()), 50);  // letters
}

TEST(Colours, BarFitsATinyPicture) {
    Picture picture{16, 16, std::vector<std::uint8_t>(3 * 16 * 16)};
    draw_colour_bar(picture, "a very long attribute name", {-1e30f, 1e30f});
}

}  // namespace
}  // namespace lamella
