#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/render/image.hpp>

#include <cmath>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace lamella {
namespace {

// Hable 2010 (Filmic Tonemapping for Real-time Rendering), scaled so that the white point becomes 1.
Real hable(Real x) {
    constexpr Real a = 0.15f, b = 0.50f, c = 0.10f, d = 0.20f, e = 0.02f, f = 0.30f;
    return (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f;
}

Real filmic(Real light) {
    constexpr Real white = 6.0f;
    return hable(2.0f * std::max(light, 0.0f)) / hable(2.0f * white);
}

}  // namespace

std::uint8_t srgb_byte(Real linear) {
    const Real x = std::clamp(linear, 0.0f, 1.0f);
    const Real encoded = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(255.0f * encoded + 0.5f);
}

Picture develop(const Image& image, Real exposure) {
    Picture picture{image.width, image.height, std::vector<std::uint8_t>(3 * image.pixels.size())};
    parallel_for("develop", static_cast<Index>(image.pixels.size()), [&](Index i) {
        for (int c = 0; c < 3; ++c)
            picture.rgb[3 * static_cast<std::size_t>(i) + c] = srgb_byte(filmic(exposure * image.pixels[i][c]));
    });
    return picture;
}

std::string encode_png(const Picture& picture) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, picture.width, picture.height, 3, picture.rgb.data(),
                                3 * picture.width))
        throw RunError("there is no memory to encode a picture");
    return bytes;
}

void write_png(const std::filesystem::path& path, const Picture& picture) { write_file(path, encode_png(picture)); }

}  // namespace lamella
