#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/geometry/mesh_shadow.hpp>
#include <lamella/surface/surface_method.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;

// Layers of 16 x 16 particles, `step` spacings apart within them, the middle at y = 0, each coordinate moved by up to a
// fifth of a spacing, in every frame another way; with ids.
ParticleSet layers(Index count, Real step, Index frame = 0) {
    std::vector<Vec3> points;
    for (Index i = 0; i < 16; ++i)
        for (Index j = 0; j < count; ++j)
            for (Index k = 0; k < 16; ++k) {
                const Vec3 at(step * (i - 7.5f), j - 0.5f * (count - 1), step * (k - 7.5f));
                const auto counter = static_cast<std::uint64_t>(points.size());
                points.emplace_back(kSpacing * (at + 0.2f * random_in_cube(4, frame, counter)));
            }
    return particles_from_points(points);
}

// The height of the upper face away from the rim, in spacings.
struct UpperFace {
    double mean = 0.0;
    double rms = 0.0;  // about the mean
};
UpperFace upper_face(const TriangleMesh& mesh) {
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (const Vec3& p : mesh.positions) {
        if (std::abs(p.x()) > 0.4f || std::abs(p.z()) > 0.4f || p.y() < 0.0f) continue;
        const double y = p.y() / kSpacing;
        n += 1.0;
        sum += y;
        squares += y * y;
    }
    return {sum / n, std::sqrt(squares / n - sum * sum / (n * n))};
}

Adams2007Parameters over(Index frames) {
    Adams2007Parameters parameters;
    parameters.frames = frames;
    return parameters;
}

// The bits of the last of the frames first..last of a slab whose noise changes.
std::uint64_t bits_of_last(Index frames, Index first, Index last) {
    SurfaceMemory memory;
    std::uint64_t bits = 0;
    for (Index frame = first; frame <= last; ++frame)
        bits = bits_of(reconstruct(over(frames), layers(3, 1.0f, frame), kSpacing, &memory).mesh);
    return bits;
}

TEST(Adams2007, OneFrameIsZhuAndBridson) {
    const ParticleSet slab = layers(3, 1.0f);
    EXPECT_EQ(bits_of(reconstruct(over(1), slab, kSpacing).mesh),
              bits_of(reconstruct(ZhuBridson2005Parameters{}, slab, kSpacing).mesh));
}

TEST(Adams2007, AFlatSurfaceIsSmootherThanThatOfZhuAndBridsonAtTheSamePlace) {
    const ParticleSet slab = layers(5, 1.0f);
    const Surface tracked = reconstruct(over(3), slab, kSpacing);
    expect_sound(tracked.mesh, 0.05);
    const UpperFace smooth = upper_face(tracked.mesh);
    const UpperFace plain = upper_face(reconstruct(over(1), slab, kSpacing).mesh);
    EXPECT_LT(smooth.rms, 0.7 * plain.rms);
    EXPECT_NEAR(smooth.mean, 2.5, 0.05);
}

TEST(Adams2007, AFrameDependsOnTheFramesOfItsWindow) {
    EXPECT_EQ(frames_before(over(3)), 2);
    EXPECT_EQ(frames_before(over(1)), 0);
    const std::uint64_t fifth = bits_of_last(3, 1, 5);
    EXPECT_EQ(bits_of_last(3, 3, 5), fifth);
    EXPECT_NE(bits_of_last(3, 4, 5), fifth);
}

TEST(Adams2007, ParticlesAtRestHaveOneSurface) {  // no drift
    SurfaceMemory memory;
    const ParticleSet slab = layers(2, 1.0f);
    const std::uint64_t alone = bits_of(reconstruct(over(4), slab, kSpacing).mesh);
    for (Index frame = 0; frame < 6; ++frame)
        ASSERT_EQ(bits_of(reconstruct(over(4), slab, kSpacing, &memory).mesh), alone) << frame;
}

TEST(Adams2007, WithoutIdsEveryFrameStandsAlone) {
    for (const bool has_ids : {false, true}) {  // the same one for all
        SurfaceMemory memory;
        for (Index frame = 0; frame < 2; ++frame) {
            ParticleSet slab = layers(2, 1.0f, frame);
            if (has_ids) std::ranges::fill(slab.get<IndexColumn>("id").span(), 7);
            if (!has_ids) slab.columns().erase("id");
            const std::uint64_t bits = bits_of(reconstruct(over(3), slab, kSpacing, &memory).mesh);
            EXPECT_EQ(bits, bits_of(reconstruct(over(3), slab, kSpacing).mesh));
        }
    }
}

TEST(Adams2007, RepairedSheetsHaveNoMemory) {  // their particles are numbered anew in every frame
    Adams2007Parameters repaired = over(3);
    repaired.mesh.repair_sheets = true;
    EXPECT_EQ(frames_before(repaired), 0);
    SurfaceMemory memory;
    reconstruct(repaired, layers(1, 1.5f), kSpacing, &memory);
    EXPECT_TRUE(memory.tracked.empty());
}

TEST(Adams2007, ThinSheetsDoNotCloseInOnTheirParticles) {
    const ParticleSet sheet = layers(1, 1.25f);
    const Surface tracked = reconstruct(over(6), sheet, kSpacing);
    const Surface plain = reconstruct(over(1), sheet, kSpacing);
    EXPECT_EQ(share_uncovered(tracked.mesh, 0.8f, 100), 0.0);
    EXPECT_GT(tracked.report.mesh_volume / plain.report.mesh_volume, 0.9);
}

}  // namespace
}  // namespace lamella
