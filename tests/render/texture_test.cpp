// Pictures on meshes and on the floor, and pictures that are none.
#include "fixtures.hpp"

#include <lamella/core/error.hpp>
#include <lamella/render/floor.hpp>
#include <lamella/render/render_scene.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// 3 x 2 pixels, each of another colour.
Image six_colours() {
    Image image(3, 2);
    for (Index y = 0; y < 2; ++y)
        for (Index x = 0; x < 3; ++x)
            image.at(x, y) = Vec3(0.25f * static_cast<Real>(x), 0.5f * static_cast<Real>(y), 1.0f);
    return image;
}

TEST(Texture, ShowsItsPixelsUpwardsAndRepeats) {
    const Image image = six_colours();
    const Texture texture(image);
    for (Index y = 0; y < 2; ++y)
        for (Index x = 0; x < 3; ++x) {
            const Real u = (static_cast<Real>(x) + 0.5f) / 3.0f;
            const Real v = 1.0f - (static_cast<Real>(y) + 0.5f) / 2.0f;
            EXPECT_LT((texture.at(u, v) - image.at(x, y)).norm(), 1e-5f);
            EXPECT_LT((texture.at(u - 5.0f, v + 4.0f) - image.at(x, y)).norm(), 1e-4f);
        }
    const Vec3 between = 0.5f * (image.at(0, 0) + image.at(1, 0));
    EXPECT_LT((texture.at(1.0f / 3.0f, 0.75f) - between).norm(), 1e-5f);
    EXPECT_LT((texture.mean() - Vec3(0.25f, 0.25f, 1.0f)).norm(), 1e-5f);
}

TEST(Texture, OddCoordinatesAreNoError) {
    const Texture texture(six_colours());
    for (const Real x : {0.0f, 1.0f, -1e-9f, 1e30f, -1e30f, std::numeric_limits<Real>::infinity(),
                         std::numeric_limits<Real>::quiet_NaN()})
        EXPECT_TRUE(texture.at(x, -x).allFinite());
}

TriangleMesh quad() {
    TriangleMesh mesh;
    mesh.positions = {{-1, 0, 1}, {1, 0, 1}, {1, 0, -1}, {-1, 0, -1}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    mesh.attributes.resize(4);
    auto& uv = mesh.attributes.add<Vec3Column>("uv");
    uv.set(1, Vec3(1, 0, 0));
    uv.set(2, Vec3(1, 1, 0));
    uv.set(3, Vec3(0, 1, 0));
    return mesh;
}

RenderSettings settings_with(const Material& material) {
    RenderSettings settings = small_settings(1);
    settings.materials = {{"quad", material}};
    return settings;
}

TEST(Texture, LiesOnMeshesByTheirCoordinates) {
    DiffuseMaterial material{Vec3(1.0f, 1.0f, 0.5f), {InputFile("six.png")}};
    TriangleMesh mesh = quad();
    RenderSubject subject{{{&mesh, "quad", false}}, {}, unit_bounds()};
    subject.textures["six.png"] = std::make_shared<const Texture>(six_colours());
    const RenderScene scene(settings_with(material), subject);
    RayTally tally;
    const Ray down{Vec3(0.1f, 3.0f, 0.5f), -Vec3::UnitY()};
    const Vec3 found = scene.surface_point(down, scene.geometry().nearest(down, tally)).finish.colour;
    const Vec3 expected = subject.textures["six.png"]->at(0.55f, 0.25f).cwiseProduct(material.colour);
    EXPECT_LT((found - expected).norm(), 1e-5f);
    mesh.attributes.remove("uv");
    try {
        const RenderScene none(settings_with(material), subject);
        FAIL() << "a texture without coordinates was drawn";
    } catch (const InputError& error) {
        EXPECT_STREQ(
            error.what(),
            "render.materials: 'quad' has a texture, but its mesh has no texture coordinates (uv); a 'projection' "
            "needs none");
    }
}

// The colour of the quad below a place.
Vec3 colour_below(const TriangleMesh& mesh, const std::optional<Material>& material, const Vec3& place,
                  bool is_fluid = false) {
    RenderSubject subject{{{&mesh, "quad", is_fluid}}, {}, unit_bounds()};
    const RenderScene scene(material ? settings_with(*material) : small_settings(1), subject);
    RayTally tally;
    const Ray down{Vec3(place.x(), 3.0f, place.z()), -Vec3::UnitY()};
    return scene.surface_point(down, scene.geometry().nearest(down, tally)).finish.colour;
}

// The quad's matter was a metre to the left, and twice as wide.
TEST(Texture, ProjectionsLieOnWhereTheMatterWas) {
    TriangleMesh mesh = quad();
    auto& rest = mesh.attributes.add<Vec3Column>("rest");
    for (Index v = 0; v < 4; ++v) rest.set(v, 2.0f * mesh.positions[v] - Vec3::UnitX());
    DiffuseMaterial material{Vec3::Ones()};
    SolidProjection solid;
    solid.size = 0.8f;
    material.paint.pattern = CheckerPattern{};
    material.paint.projection = solid;
    for (const Vec3& place : {Vec3(0.13f, 0.0f, 0.41f), Vec3(-0.77f, 0.0f, 0.2f), Vec3(0.5f, 0.0f, -0.93f)}) {
        const Vec3 was = 2.0f * place - Vec3::UnitX();
        EXPECT_EQ(colour_below(mesh, material, place), CheckerPattern{}.at(was / solid.size));
    }
}

TEST(Texture, VertexColoursAreMultiplied) {
    TriangleMesh mesh = quad();
    auto& colours = mesh.attributes.add<Vec3Column>("Cd");
    for (Index v = 0; v < 4; ++v)
        colours.set(v, Vec3(0.5f + 0.25f * mesh.positions[v].x(), 0.5f, 0.5f - 0.5f * mesh.positions[v].z()));
    const Vec3 place(0.3f, 0.0f, -0.2f), own(0.575f, 0.5f, 0.6f);
    CoatedMaterial material{Vec3(0.5f, 1.0f, 1.0f)};
    EXPECT_LT((colour_below(mesh, material, place) - material.colour).norm(), 1e-5f);
    material.paint.vertex_colours = true;
    EXPECT_LT((colour_below(mesh, material, place) - own.cwiseProduct(material.colour)).norm(), 1e-5f);
    EXPECT_LT((colour_below(mesh, {}, place, true) - own).norm(), 1e-5f);  // a liquid without a material
    mesh.attributes.remove("Cd");
    EXPECT_THROW(colour_below(mesh, material, place), InputError);
}

TEST(Texture, LiesOnEveryTileOfTheFloor) {
    FloorSettings settings;
    settings.tile = 0.5f;
    const auto texture = std::make_shared<const Texture>(six_colours());
    const Floor floor(settings, unit_bounds(), unit_bounds(), texture);
    const Vec3 first = floor.colour(Vec3(0.1f, -1.0f, 0.2f));
    EXPECT_LT((first - texture->at(0.2f, -0.4f)).norm(), 1e-5f);
    EXPECT_LT((first - floor.colour(Vec3(0.6f, -1.0f, -0.3f))).norm(), 1e-4f);
}

// A header that promises more pixels than are read must not take their memory.
TEST(Texture, HugePicturesAreRefusedBeforeTheyAreUnpacked) {
    Picture picture{2, 2, std::vector<std::uint8_t>(12, 7)};
    std::string bytes = encode_png(picture);
    EXPECT_THROW(decode_png(bytes, "small.png", 3), InputError);
    EXPECT_EQ(decode_png(bytes, "small.png", 4).rgb, picture.rgb);
    for (std::size_t cut = 0; cut < bytes.size() - 12; ++cut)  // the last 12 bytes only say that it ends
        EXPECT_THROW(decode_png(bytes.substr(0, cut), "cut.png", 4), InputError) << cut;
    bytes[18] = bytes[22] = '\x60';  // 24578 x 24578
    EXPECT_THROW(decode_png(bytes, "huge.png"), InputError);
    bytes[16] = bytes[20] = '\x7f';
    EXPECT_THROW(decode_png(bytes, "larger.png"), InputError);
}

}  // namespace
}  // namespace lamella
