#include "fixtures.hpp"

#include <lamella/core/random.hpp>
#include <lamella/render/denoise_rousselle2013.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Index kWidth = 96;
constexpr Index kHeight = 64;
constexpr Index kSamples = 8;

// Light with noise of the given strength on two fields with an edge between them, which the albedo shows or not.
NoisyImage two_fields(Real noise, bool edge_in_albedo) {
    NoisyImage image(kWidth, kHeight, kSamples);
    for (Index y = 0; y < kHeight; ++y)
        for (Index x = 0; x < kWidth; ++x) {
            const Real truth = x < kWidth / 2 ? 0.2f : 0.8f;
            Vec3 squares = Vec3::Zero();
            for (Index s = 0; s < kSamples; ++s) {
                const auto key = static_cast<std::uint64_t>((y * kWidth + x) * kSamples + s);
                const Vec3 light = Vec3::Constant(truth) + noise * random_in_cube(1, 2, key);
                NoisyImage::Half& half = image.halves[s % 2];
                half.light.at(x, y) += light;
                half.albedo.at(x, y) += Vec3::Constant(edge_in_albedo ? truth : 0.5f);
                half.normal.at(x, y) += Vec3::UnitY();
                squares += light.cwiseAbs2();
            }
            image.finish_pixel(x, y, squares);
        }
    return image;
}

// The rms error over pixels whose distance from the edge is within [from, to).
Real error(const Image& image, Index from, Index to) {
    double sum = 0.0, n = 0.0;
    for (Index y = 0; y < kHeight; ++y)
        for (Index x = 0; x < kWidth; ++x) {
            const Index distance = x < kWidth / 2 ? kWidth / 2 - 1 - x : x - kWidth / 2;
            if (distance < from || distance >= to) continue;
            const Real truth = x < kWidth / 2 ? 0.2f : 0.8f;
            sum += (image.at(x, y) - Vec3::Constant(truth)).squaredNorm() / 3.0;
            n += 1.0;
        }
    return static_cast<Real>(std::sqrt(sum / n));
}

TEST(Denoise, TakesMostOfTheNoiseAway) {
    const NoisyImage noisy = two_fields(0.3f, true);
    EXPECT_LT(error(denoise(noisy), 0, kWidth), 0.25f * error(noisy.mean(), 0, kWidth));
}

TEST(Denoise, KeepsEdgesThatTheFeaturesShow) {
    const NoisyImage noisy = two_fields(0.3f, true);
    EXPECT_LT(error(denoise(noisy), 0, 3), 0.35f * error(noisy.mean(), 0, 3));
}

TEST(Denoise, KeepsEdgesThatOnlyTheLightShows) {
    const NoisyImage noisy = two_fields(0.1f, false);
    EXPECT_LT(error(denoise(noisy), 0, 3), error(noisy.mean(), 0, 3));
}

TEST(Denoise, LeavesAPictureWithoutNoiseAsItIs) {
    EXPECT_LT(error(denoise(two_fields(0.0f, false)), 0, kWidth), 1e-5f);
}

// The mean light of a picture is the same with and without it.
TEST(Denoise, KeepsTheLightOfATracedPicture) {
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 0.8f);
    const RenderSubject subject{{{&ball, "ball", true}}, {}, unit_bounds()};
    RenderSettings settings = small_settings(16);
    const auto mean = [&] {
        Vec3 sum = Vec3::Zero();
        const Image image = render_light(settings, subject);
        for (const Vec3& p : image.pixels) sum += p / static_cast<Real>(image.pixels.size());
        return sum;
    };
    const Vec3 filtered = mean();
    settings.denoise = false;
    EXPECT_LT((filtered - mean()).norm(), 0.01f * filtered.norm());
}

}  // namespace
}  // namespace lamella
