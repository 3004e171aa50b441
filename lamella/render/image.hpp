// Pictures: linear light while they are computed, bytes when they are shown.
#pragma once

#include <lamella/core/vec.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

// Linear red, green and blue, rows from the top.
struct Image {
    Index width = 0;
    Index height = 0;
    std::vector<Vec3> pixels;

    Image(Index width_, Index height_)
        : width(width_), height(height_), pixels(static_cast<std::size_t>(width_) * height_, Vec3::Zero()) {}
    Vec3& at(Index x, Index y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
    const Vec3& at(Index x, Index y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

// What a screen shows: sRGB bytes, rows from the top.
struct Picture {
    Index width = 0;
    Index height = 0;
    std::vector<std::uint8_t> rgb;

    std::uint8_t* at(Index x, Index y) { return &rgb[3 * (static_cast<std::size_t>(y) * width + x)]; }
    const std::uint8_t* at(Index x, Index y) const { return &rgb[3 * (static_cast<std::size_t>(y) * width + x)]; }
};

// The transfer curve of IEC 61966-2-1, from linear light in [0, 1].
std::uint8_t srgb_byte(Real linear);

// Its inverse: linear light in [0, 1].
Real linear_of_srgb(std::uint8_t byte);

// Linear light to bytes: exposure, a filmic curve that keeps highlights from burning out, sRGB.
Picture develop(const Image& image, Real exposure);

// The bytes of a PNG file.
std::string encode_png(const Picture& picture);
void write_png(const std::filesystem::path& path, const Picture& picture);

// Reads a PNG file; what is none is an InputError.
Picture read_png(const std::filesystem::path& path);
// The bytes of such a file; one of more pixels is refused before they take memory.
Picture decode_png(std::string_view bytes, const std::string& source,
                   std::uint64_t most_pixels = std::uint64_t{1} << 28);

}  // namespace lamella
