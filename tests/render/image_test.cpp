#include <lamella/render/image.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace lamella {
namespace {

Picture pattern(Index width, Index height) {
    Picture picture{width, height, {}};
    for (Index i = 0; i < 3 * width * height; ++i)
        picture.rgb.push_back(static_cast<std::uint8_t>((i * 37) ^ (i >> 5)));
    return picture;
}

void expect_decodes_to(const std::string& png, const Picture& picture) {
    int width = 0, height = 0, channels = 0;
    unsigned char* decoded = stbi_load_from_memory(reinterpret_cast<const unsigned char*>(png.data()),
                                                   static_cast<int>(png.size()), &width, &height, &channels, 0);
    ASSERT_NE(decoded, nullptr);
    ASSERT_EQ(std::tuple(width, height, channels), std::tuple(picture.width, picture.height, 3));
    EXPECT_TRUE(std::equal(picture.rgb.begin(), picture.rgb.end(), decoded));
    stbi_image_free(decoded);
}

TEST(Image, PngDecodesToTheSameBytes) {
    for (const auto& [width, height] : {std::pair{1, 1}, {7, 3}, {64, 48}}) {
        const Picture picture = pattern(width, height);
        expect_decodes_to(encode_png(picture), picture);
    }
}

TEST(Image, PngFileIsWritten) {
    const auto path =
        std::filesystem::temp_directory_path() / ("lamella_image_test_" + std::to_string(::getpid()) + ".png");
    const Picture picture = pattern(5, 4);
    write_png(path, picture);
    std::ifstream file(path, std::ios::binary);
    expect_decodes_to({std::istreambuf_iterator<char>(file), {}}, picture);
    std::filesystem::remove(path);
}

TEST(Image, TransferCurveHasTheStandardsValues) {
    EXPECT_EQ(srgb_byte(-1.0f), 0);
    EXPECT_EQ(srgb_byte(0.0f), 0);
    EXPECT_EQ(srgb_byte(0.215861f), 128);  // ((128 / 255 + 0.055) / 1.055)^2.4
    EXPECT_EQ(srgb_byte(1.0f), 255);
    EXPECT_EQ(srgb_byte(40.0f), 255);
}

TEST(Image, DevelopingKeepsOrderAndNeverTurnsBright) {
    Image image(400, 1);
    for (Index x = 0; x < 400; ++x) image.at(x, 0) = Vec3::Constant(0.02f * static_cast<Real>(x));
    Picture picture = develop(image, 1.0f);
    EXPECT_EQ(picture.at(0, 0)[0], 0);
    for (Index x = 1; x < 400; ++x) EXPECT_GE(picture.at(x, 0)[1], picture.at(x - 1, 0)[1]);
    EXPECT_GT(develop(image, 2.0f).at(5, 0)[0], picture.at(5, 0)[0]);
}

}  // namespace
}  // namespace lamella
