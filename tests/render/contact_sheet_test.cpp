#include <lamella/core/error.hpp>
#include <lamella/render/contact_sheet.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace lamella {
namespace {

Picture plain(Index width, Index height, std::uint8_t grey) {
    return {width, height, std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width) * height, grey)};
}

TEST(ContactSheet, ScalingKeepsTheMean) {
    Picture picture = plain(64, 48, 0);
    for (Index y = 0; y < 48; ++y)
        for (Index x = 0; x < 64; ++x) picture.at(x, y)[0] = (x + y) % 2 ? 200 : 100;
    const Picture small = scaled(picture, 16, 12);
    for (Index y = 0; y < 12; ++y)
        for (Index x = 0; x < 16; ++x) {
            EXPECT_EQ(small.at(x, y)[0], 150);
            EXPECT_EQ(small.at(x, y)[1], 0);
        }
}

TEST(ContactSheet, PutsPicturesRowByRow) {
    std::vector<SheetPicture> pictures;
    for (int k = 0; k < 5; ++k) pictures.push_back({plain(40, 20, static_cast<std::uint8_t>(40 * k)), ""});
    const Picture sheet = contact_sheet(pictures, 3, 20);
    EXPECT_EQ(sheet.width, 3 * 24 - 4);
    EXPECT_EQ(sheet.height, 2 * 14 - 4);
    for (int k = 0; k < 5; ++k) EXPECT_EQ(sheet.at(k % 3 * 24 + 10, k / 3 * 14 + 5)[1], 40 * k);
    EXPECT_EQ(sheet.at(22, 5)[0], 255);   // between two pictures
    EXPECT_EQ(sheet.at(60, 20)[0], 255);  // no sixth picture
}

TEST(ContactSheet, CaptionsAreWritten) {
    const Picture without = contact_sheet({{plain(300, 200, 120), ""}}, 1, 300);
    const Picture with = contact_sheet({{plain(300, 200, 120), "0.5 s"}}, 1, 300);
    EXPECT_NE(without.rgb, with.rgb);
    EXPECT_EQ(without.at(290, 190)[0], with.at(290, 190)[0]);
}

TEST(ContactSheet, APictureIsReadAsItWasWritten) {
    const auto path =
        std::filesystem::temp_directory_path() / ("lamella_sheet_test_" + std::to_string(::getpid()) + ".png");
    Picture picture = plain(7, 5, 9);
    picture.at(3, 2)[1] = 201;
    write_png(path, picture);
    const Picture read = read_png(path);
    EXPECT_EQ(read.width, 7);
    EXPECT_EQ(read.height, 5);
    EXPECT_EQ(read.rgb, picture.rgb);
    std::ofstream(path, std::ios::binary) << "no picture";
    EXPECT_THROW(read_png(path), InputError);
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace lamella
