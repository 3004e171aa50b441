// How solids of a scene break: painted curves, painted strength, stiffness, and what is refused of them.
#include "test_folder.hpp"

#include <lamella/core/error.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/pipeline/setup/solid_setup.hpp>
#include <lamella/render/image.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lamella {
namespace {

// A block of 0.2 x 0.2 x 0.2 m in the middle of the domain, with `more` keys and `fracture` keys.
std::string scene_text(const std::string& fracture, const std::string& more = "") {
    return fmt::format(R"({{"version": 1, "domain": {{"min": [-0.2, 0, 0], "max": [0.2, 0.4, 0.4]}}, "frames": 2,
        "particle_spacing": 0.02, "solids": [{{"name": "b", "shape": {{"type": "box", "min": [-0.1, 0.1, 0.1],
        "max": [0.1, 0.3, 0.3]}}, "fracture": {{"strength": 1000, "toughness": 1{}}}{}}}]}})",
                       fracture, more);
}

SolidSetup setup_of(const std::string& text, const std::string& file = "scene.json") {
    const LoadedScene loaded = read_scene(text, file);
    return std::move(solids_setup({}, *loaded.scene, *loaded.assets, {}).solids.at(0));
}

std::string fault_of(const std::string& text) {
    try {
        setup_of(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

constexpr const char* kLoop =
    R"("closed": true, "points": [[0.01, 0.1, 0.1], [0.01, 0.3, 0.1], [0.01, 0.3, 0.3], [0.01, 0.1, 0.3]])";

TEST(FractureSetup, CurvesLieWhereTheSceneSays) {
    const SolidSetup setup = setup_of(scene_text(fmt::format(R"(, "cracks": [{{{}, "times": [1, 2]}}])", kLoop)));
    ASSERT_EQ(setup.control.strips.size(), 1u);
    EXPECT_GE(setup.control.strips[0].column_count(), 57);  // 0.8 m in columns of 0.014
    CrackStrip strip = setup.control.strips[0];
    CrackSheets sheets(0.02);
    strip.add_to(sheets);
    for (const Vec3d& v : sheets.vertices()) EXPECT_NEAR(v.x(), 0.21, 1e-6);
}

TEST(FractureSetup, CurvesComeFromAFile) {
    const TestFolder folder("fracture");
    ParticleSet points;
    points.resize(5);
    points.add<Vec3Column>("P");
    auto& curve = points.add<IndexColumn>(kCurveColumn);
    for (Index i = 0; i < 5; ++i) {
        points.positions().set(i, Vec3(i < 3 ? -0.05f : 0.05f, 0.3f, 0.12f + 0.04f * static_cast<Real>(i)));
        curve[i] = i < 3 ? 4 : 9;
    }
    write_strands(folder.path() / "seam.bgeo", strands_of(points));
    const SolidSetup setup = setup_of(scene_text(R"(, "cracks": [{"file": "seam.bgeo", "strength": 5}])"),
                                      (folder.path() / "scene.json").string());
    ASSERT_EQ(setup.control.strips.size(), 2u);
    EXPECT_GT(setup.control.strips[0].column_count(), setup.control.strips[1].column_count());
    EXPECT_EQ(setup.control.strips[1].crack().strength, 5.0f);
}

TEST(FractureSetup, StrengthIsPainted) {
    const TestFolder folder("fracture");
    Picture picture{2, 1, {0, 0, 0, 255, 255, 255}};
    write_png(folder.path() / "half.png", picture);
    const auto factor = [&](const std::string& paint, const Vec3& at) {
        const SolidSetup setup = setup_of(scene_text(fmt::format(R"(, "strength_paint": [{}])", paint)),
                                          (folder.path() / "scene.json").string());
        return setup.control.strength_factor(at - Vec3(-0.2f, 0, 0));  // from the domain's lowest corner
    };
    const std::string box = R"({"type": "box", "min": [-0.1, 0, 0], "max": [0, 0.4, 0.4], "factor": 5)";
    EXPECT_EQ(factor(box + "}", Vec3(-0.05f, 0.2f, 0.2f)), 5.0f);
    EXPECT_EQ(factor(box + "}", Vec3(0.05f, 0.2f, 0.2f)), 1.0f);
    EXPECT_EQ(factor(box + R"(, "outside": true})", Vec3(0.05f, 0.2f, 0.2f)), 5.0f);
    EXPECT_EQ(factor(box + "}, " + box + "}", Vec3(-0.05f, 0.2f, 0.2f)), 25.0f);
    const std::string image = R"({"type": "image", "file": "half.png", "factor": 3,
        "projection": {"type": "planar", "centre": [0, 0.2, 0.2], "width": 0.2, "height": 0.2}})";
    EXPECT_NEAR(factor(image, Vec3(-0.05f, 0.2f, 0.2f)), 1.0f, 1e-3f);
    EXPECT_NEAR(factor(image, Vec3(0.05f, 0.2f, 0.15f)), 3.0f, 1e-3f);
    const std::string noise = R"({"type": "noise", "length": 0.05, "factor": 3, "seed": 2})";
    Real least = 10.0f, most = 0.0f;
    for (int k = 0; k < 40; ++k) {
        const Real there = factor(noise, Vec3(-0.1f + 0.005f * static_cast<Real>(k), 0.2f, 0.2f));
        least = std::min(least, there);
        most = std::max(most, there);
    }
    EXPECT_GE(least, 1.0f);
    EXPECT_LE(most, 3.0f);
    EXPECT_GT(most - least, 0.5f);
}

TEST(FractureSetup, WrongOnesAreRefusedInASentence) {
    const auto expect = [](const std::string& text, const std::string& words) {
        const std::string fault = fault_of(text);
        EXPECT_NE(fault.find(words), std::string::npos) << fault << "\n  lacks: " << words;
    };
    EXPECT_EQ(fault_of(scene_text("")), "");
    expect(scene_text(R"(, "cracks": [{"points": [[0, 0.2, 0.2], [0.05, 0.3, 0.2]]}])"),
           "'solids[0].fracture.cracks[0]': point 0 of the curve lies 0.1 m off the skin");
    expect(scene_text(R"(, "cracks": [{}])"), "by 'points' or by a 'file'");
    expect(scene_text(fmt::format(R"(, "cracks": [{{{}, "file": "a.bgeo"}}])", kLoop)), "one of both");
    expect(scene_text(fmt::format(R"(, "cracks": [{{{}, "depth": 0.01}}])", kLoop)), "1.2 spacings");
    expect(scene_text(R"(, "strength_paint": [{"type": "image", "file": "nowhere.png"}])"), "nowhere.png");
    expect(scene_text(R"(, "roughness": 0.05)"), "half a spacing");
    expect(scene_text(R"(, "roughness": 0.005, "roughness_length": 0.01)"), "less than a spacing");
    expect(scene_text("", R"(, "stiffness": {"type": "matrix", "rows": [[1,2,0,0,0,0], [0,1,0,0,0,0], [0,0,1,0,0,0],
        [0,0,0,1,0,0], [0,0,0,0,1,0], [0,0,0,0,0,1]]})"),
           "not symmetric");
    expect(scene_text("", R"(, "stiffness": {"type": "orthotropic", "youngs_moduli": [1e5, 1e4, 1e4],
        "poisson_ratios": [0.3, 0.3, 4], "shear_moduli": [1e4, 1e4, 1e4]})"),
           "not positive definite");
    expect(scene_text("",
                      R"(, "plasticity": "creep", "stiffness": {"type": "orthotropic", "youngs_moduli": [1e5, 1e5, 1e5],
        "poisson_ratios": [0.3, 0.3, 0.3], "shear_moduli": [4e4, 4e4, 4e4]})"),
           "what yields has one stiffness");
}

}  // namespace
}  // namespace lamella
