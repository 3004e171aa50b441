#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/render/image.hpp>

#include <fmt/format.h>

#include <cmath>
#include <memory>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace lamella {
namespace {

// Narkowicz 2015 (ACES Filmic Tone Mapping Curve): dark stays dark, highlights roll off to white. The factor puts a
// white surface in the sun, which has about 3 times the light of a white sky, at nine tenths of white.
Real filmic(Real light) {
    const Real x = 0.42f * std::max(light, 0.0f);
    return x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
}

}  // namespace

std::uint8_t srgb_byte(Real linear) {
    const Real x = std::clamp(linear, 0.0f, 1.0f);
    const Real encoded = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(255.0f * encoded));
}

Real linear_of_srgb(std::uint8_t byte) {
    const Real x = static_cast<Real>(byte) / 255.0f;
    return x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f);
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

Picture read_png(const std::filesystem::path& path) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;
    return decode_png(read_file(path, kLargest), path.string());
}

Picture decode_png(std::string_view bytes, const std::string& source, std::uint64_t most_pixels) {
    Picture picture;
    int channels = 0;
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    if (stbi_info_from_memory(data, static_cast<int>(bytes.size()), &picture.width, &picture.height, &channels) &&
        static_cast<std::uint64_t>(picture.width) * static_cast<std::uint64_t>(picture.height) > most_pixels)
        throw InputError(fmt::format("{}: the picture has {} x {} pixels, at most {} are read", source, picture.width,
                                     picture.height, most_pixels));
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(data, static_cast<int>(bytes.size()), &picture.width, &picture.height, &channels, 3),
        stbi_image_free);
    if (!pixels) throw InputError(source + ": this is no PNG picture (" + stbi_failure_reason() + ")");
    picture.rgb.assign(pixels.get(), pixels.get() + 3 * static_cast<std::size_t>(picture.width) * picture.height);
    return picture;
}

}  // namespace lamella
