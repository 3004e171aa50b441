#include <lamella/core/error.hpp>
#include <lamella/io/hdr.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lamella {
namespace {

using namespace std::string_literals;

const std::string kStart = "#?RADIANCE\nSOFTWARE=none\nFORMAT=32-bit_rle_rgbe\n\n";

std::string head(long width, long height) { return kStart + fmt::format("-Y {} +X {}\n", height, width); }

void expect_refused(const std::string& bytes, const std::string& sentence) {
    try {
        decode_hdr(bytes, "sky.hdr");
        FAIL() << "expected: " << sentence;
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
        EXPECT_TRUE(std::string(error.what()).starts_with("sky.hdr: byte ")) << error.what();
    }
}

TEST(Hdr, PlainPixelsHaveMantissasAndAnExponent) {
    const HdrPicture picture = decode_hdr(head(2, 1) + "\x80\x40\x20\x81" + "\xff\x00\x80\x88"s, "sky.hdr");
    ASSERT_EQ(picture.pixels.size(), 2u);
    EXPECT_EQ(picture.pixels[0], Vec3(1.0f, 0.5f, 0.25f));
    EXPECT_EQ(picture.pixels[1], Vec3(255.0f, 0.0f, 128.0f));
}

TEST(Hdr, ExponentZeroIsBlackAndTheLargestIsFinite) {
    const HdrPicture picture = decode_hdr(head(2, 1) + "\xff\xff\xff\x00"s + "\xff\xff\xff\xff"s, "sky.hdr");
    EXPECT_EQ(picture.pixels[0], Vec3(0.0f, 0.0f, 0.0f));
    EXPECT_TRUE(picture.pixels[1].allFinite());
}

// Red counts up from 0x80, green and blue are one run, the exponent two.
TEST(Hdr, RowsWithRunsAndRowsWithoutMix) {
    const std::string runs =
        "\x02\x02\x00\x09"s + "\x09\x80\x81\x82\x83\x84\x85\x86\x87\x88" + "\x89\x40" + "\x89\x20" + "\x84\x88\x85\x89";
    std::string plain;
    for (int x = 0; x < 9; ++x) plain += "\x80\x80\x80\x81";
    const HdrPicture picture = decode_hdr(head(9, 2) + runs + plain, "sky.hdr");
    ASSERT_EQ(picture.pixels.size(), 18u);
    for (int x = 0; x < 9; ++x) {
        const Real unit = x < 4 ? 1.0f : 2.0f;
        EXPECT_EQ(picture.pixels[x], Vec3(unit * Vec3(128.0f + static_cast<Real>(x), 64.0f, 32.0f))) << x;
        EXPECT_EQ(picture.pixels[9 + x], Vec3(1.0f, 1.0f, 1.0f));
    }
}

TEST(Hdr, EveryBeginningOfAFileIsRefused) {
    const std::string whole = head(8, 1) + "\x02\x02\x00\x08"s + "\x88\x80" + "\x88\x40" +
                              "\x08\x01\x02\x03\x04\x05\x06\x07\x08" + "\x88\x81";
    EXPECT_EQ(decode_hdr(whole, "sky.hdr").pixels.size(), 8u);
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_THROW(decode_hdr(whole.substr(0, length), "sky.hdr"), InputError) << length;
}

TEST(Hdr, HostileFilesGetASentence) {
    expect_refused("P6 1 1 255", "no Radiance picture");
    expect_refused("#?RADIANCE\n\n-Y 1 +X 2\n", "no line FORMAT=");
    expect_refused("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n", "'32-bit_rle_xyze' is not");
    expect_refused("#?RADIANCE\n" + std::string(100000, 'x'), "no end of its line");
    expect_refused("#?RADIANCE\n" + std::string(100000, '\r') + "\n", "no end of its line");
    std::string lines = "#?RADIANCE\n";
    for (int k = 0; k < 2000; ++k) lines += "A=1\n";
    expect_refused(lines, "more than 1024 lines");
    expect_refused(head(100000, 100000), "100000 x 100000 pixels is announced");
    expect_refused(head(99999999999L, 1), "'-Y height +X width' is read");
    expect_refused(head(-4, -2), "'-Y height +X width' is read");
    expect_refused(kStart + "+Y 1 +X 2\n", "'-Y height +X width' is read");
    expect_refused(head(8192, 4096), "only 0 bytes follow");
    expect_refused(head(2, 1) + "\x01\x01\x01\x05" + "\x80\x80\x80\x80", "oldest kind");
    expect_refused(head(8, 1) + "\x02\x02\x00\x09"s + std::string(40, '\x80'), "a row of 9 pixels, 8 were announced");
    expect_refused(head(8, 1) + "\x02\x02\x00\x08"s + std::string(40, '\0'), "a run of 0 pixels");
    expect_refused(head(8, 1) + "\x02\x02\x00\x08"s + std::string(40, '\x89'), "a run of 9 pixels, 1 to 8 fit");
}

}  // namespace
}  // namespace lamella
