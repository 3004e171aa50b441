#include "messages.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace lamella {
namespace {

template <class T>
std::size_t particle_count(const T& shape, const Box3& domain, Real spacing, Lattice lattice) {
    Box3 box = shape.bounds();
    box = {box.min.cwiseMax(domain.min), box.max.cwiseMin(domain.max)};
    return sample_volume([&](const Vec3& p) { return shape.signed_distance(p); }, box, spacing, lattice).size();
}
std::size_t particle_count(const MeshShape&, const Box3&, Real, Lattice) { return 0; }

std::size_t particle_count(const Scene& scene) {
    const Box3 domain{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()};
    std::size_t count = 0;
    for (const Fluid& fluid : scene.fluids) {
        for (const FluidShape& filled : fluid.shapes) {
            count += std::visit(
                [&](const auto& s) { return particle_count(s, domain, scene.particle_spacing, filled.lattice); },
                filled.shape);
        }
    }
    return count;
}

TEST(ShippedScenes, AllLoadByNameAndAreDescribed) {
    const auto scenes = shipped_scenes();
    ASSERT_GE(scenes.size(), 4u);
    for (const ShippedScene& shipped : scenes) {
        EXPECT_FALSE(shipped.description.empty()) << shipped.name;
        const LoadedScene loaded = load_scene(shipped.name);
        EXPECT_EQ(loaded.scene->description, shipped.description);
        const auto folder = (std::filesystem::path(LAMELLA_SOURCE_DIR) / "scenes" / shipped.name).parent_path();
        EXPECT_EQ(read_scene(loaded.canonical_json, "again.json", {}, folder).hash, loaded.hash) << shipped.name;
    }
}

TEST(ShippedScenes, BringTheFilesThatTheyName) {
    int files = 0;
    for (const ShippedScene& shipped : shipped_scenes()) {
        const LoadedScene loaded = load_scene(shipped.name);
        walk::for_each_file(*loaded.scene, [&](const InputFile& file) {
            EXPECT_TRUE(is_shipped(file)) << shipped.name << ": " << file.name;
            EXPECT_EQ(std::filesystem::path(file.name).filename(), file.name) << "--copy writes it beside the scene";
            EXPECT_EQ(
                loaded.assets->read(file),
                read_file(
                    (std::filesystem::path(LAMELLA_SOURCE_DIR) / "scenes" / shipped.name).replace_filename(file.name)));
            ++files;
        });
    }
    EXPECT_GE(files, 3);
}

TEST(ShippedScenes, OtherFilesLieInTheWorkingFolder) {
    const ShippedScene bear{"lee2019/bear", "", ""};
    EXPECT_EQ(path_beside(bear, "bear.glb"), "shipped:lee2019/bear.glb");
    EXPECT_EQ(path_beside(bear, "./mine.glb"), "./mine.glb");
    EXPECT_EQ(path_beside(bear, "/tmp/bear.glb"), "/tmp/bear.glb");
    EXPECT_FALSE(is_there("shipped:lee2019/wolf.glb"));
    EXPECT_THROW(read_input("shipped:lee2019/wolf.glb"), InputError);
}

TEST(ShippedScenes, DemoIsTwoSecondsOfSixtyThousandParticles) {
    const Scene scene = *load_scene("demo").scene;
    EXPECT_EQ(scene.frames, 48);
    EXPECT_EQ(scene.frame_rate, 24.0);
    EXPECT_GT(particle_count(scene), 57'000u);
    EXPECT_LT(particle_count(scene), 63'000u);
    EXPECT_EQ(scene.render->width, 960);
    EXPECT_EQ(scene.render->height, 540);
}

TEST(ShippedScenes, SmallScenesAreSmall) {
    EXPECT_NEAR(static_cast<double>(particle_count(*load_scene("drop").scene)), 4000.0, 300.0);
    EXPECT_EQ(particle_count(*load_scene("still_water").scene), 4000u);
}

}  // namespace
}  // namespace lamella
