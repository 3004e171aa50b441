#include "fixtures.hpp"

#include <lamella/render/camera.hpp>
#include <lamella/render/microfacets_heitz2018.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lamella {
namespace {

// Every way in which a white surface sends light back keeps all of it: in a uniform light it cannot be seen.
TEST(Materials, WhiteCoatsAndMirrorsKeepTheLight) {
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 0.8f);
    for (const Material& material :
         {Material(CoatedMaterial{Vec3::Ones(), 1.5f}), Material(MetalMaterial{Vec3::Ones(), 0.0f})}) {
        RenderSettings settings = small_settings(64);
        settings.lights = {UniformLight{}};
        settings.floor.shown = false;
        settings.bounces = 40;
        settings.materials = {{"ball", material}};
        const Image image = render_light(settings, {{{&ball, "ball", false}}, {}, unit_bounds()});
        for (const Vec3& light : image.pixels) ASSERT_LT((light - Vec3::Ones()).cwiseAbs().maxCoeff(), 0.02f);
    }
}

// The share of light that a rough white mirror sends back, as an integral over all directions of
// D G / (4 cos cos') cos' with the distribution and the shadowing of GGX written out.
double reflected_share(const Vec3d& view, double alpha) {
    const auto lambda = [&](double c) { return 0.5 * (std::sqrt(1.0 + alpha * alpha * (1.0 / (c * c) - 1.0)) - 1.0); };
    constexpr int kSteps = 1500;
    double sum = 0.0;
    for (int a = 0; a < kSteps; ++a)
        for (int b = 0; b < kSteps; ++b) {
            const double z = (a + 0.5) / kSteps, angle = 2.0 * M_PI * (b + 0.5) / kSteps;
            const double across = std::sqrt(1.0 - z * z);
            const Vec3d out(across * std::cos(angle), z, across * std::sin(angle));
            const double h = (out + view).normalized().y();
            const double root = h * h * (alpha * alpha - 1.0) + 1.0;
            const double D = alpha * alpha / (M_PI * root * root);
            const double G = 1.0 / (1.0 + lambda(view.y()) + lambda(z));
            sum += D * G / (4.0 * view.y()) * 2.0 * M_PI / (kSteps * kSteps);
        }
    return sum;
}

TEST(Materials, RoughMetalSendsBackWhatItsDistributionSays) {
    const Vec3 down = Vec3(0.6f, -0.8f, 0.0f);
    for (const Real roughness : {0.4f, 0.7f, 1.0f}) {
        double sum = 0.0;
        constexpr Index kPaths = 16384;
        for (Index i = 0; i < kPaths; ++i) {
            Sampler sampler(7, static_cast<std::uint32_t>(i));
            const auto out = rough_reflection(down, Vec3::UnitY(), Vec3::Ones(), roughness, sampler.next());
            if (out) sum += out->share.x() / kPaths;
        }
        EXPECT_NEAR(sum, reflected_share(-down.cast<double>(), roughness * roughness), 0.003) << roughness;
    }
}

TEST(Materials, ASmoothMetalIsAMirror) {
    const Vec3 down = Vec3(0.6f, -0.8f, 0.0f);
    const auto out = rough_reflection(down, Vec3::UnitY(), Vec3::Constant(0.5f), 0.0f, {0.3f, 0.7f});
    ASSERT_TRUE(out);
    EXPECT_LT((out->direction - Vec3(0.6f, 0.8f, 0.0f)).norm(), 1e-3f);
}

// A ball that crosses the picture while the shutter is open leaves a streak along its way.
TEST(MotionBlur, SpreadsAMovingBallAlongItsWay) {
    TriangleMesh ball = ball_mesh(Vec3::Zero(), 0.2f);
    auto& v = ball.attributes.add<Vec3Column>("v");
    v.resize(ball.vertex_count());
    for (Index i = 0; i < ball.vertex_count(); ++i) v.set(i, Vec3(1.6f, 0, 0));
    RenderSettings settings = small_settings(64);
    settings.lights = {UniformLight{}};
    settings.floor.shown = false;
    settings.materials = {{"ball", DiffuseMaterial{Vec3::Zero()}}};
    settings.camera.direction = Vec3(0, 0, -1);
    settings.denoise = false;
    RenderSubject subject{{{&ball, "ball", false}}, {}, unit_bounds()};
    subject.frame_time = 1.0f;
    settings.width = 240;
    settings.height = 160;
    const auto dark_extent = [&] {
        const Image image = render_light(settings, subject);
        std::set<Index> columns, rows;
        for (Index y = 0; y < image.height; ++y)
            for (Index x = 0; x < image.width; ++x)
                if (image.at(x, y).x() < 0.985f) columns.insert(x), rows.insert(y);
        return std::pair(static_cast<Real>(columns.size()), static_cast<Real>(rows.size()));
    };
    const auto [width, height] = dark_extent();
    settings.shutter = 0.5f;
    const auto [blurred_width, blurred_height] = dark_extent();
    EXPECT_NEAR(blurred_width / width, 3.0f, 0.4f);  // 0.4 wide, and moves by 0.8; the tips are faint
    EXPECT_NEAR(blurred_height / height, 1.0f, 0.1f);
}

TEST(Turntable, GoesAroundTheSubject) {
    CameraSettings settings;
    settings.turntable = 90.0f;
    const Camera first(settings, unit_bounds(), 1.5f, 1);
    const Camera second(settings, unit_bounds(), 1.5f, 2);
    const Camera fifth(settings, unit_bounds(), 1.5f, 5);
    EXPECT_LT((fifth.position() - first.position()).norm(), 1e-4f);
    EXPECT_NEAR(second.position().norm(), first.position().norm(), 1e-4f);
    EXPECT_NEAR(second.position().y(), first.position().y(), 1e-4f);
    const Vec3 a(first.position().x(), 0, first.position().z()), b(second.position().x(), 0, second.position().z());
    EXPECT_NEAR(a.dot(b), 0.0f, 1e-3f * a.squaredNorm());
}

}  // namespace
}  // namespace lamella
