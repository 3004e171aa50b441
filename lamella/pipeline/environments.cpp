#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/hdr.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/render/environment_map.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

Image image_of(HdrPicture&& picture) {
    Image image(0, 0);
    image.width = picture.width;
    image.height = picture.height;
    image.pixels = std::move(picture.pixels);
    return image;
}

Image image_of(const Picture& picture) {
    Image image(picture.width, picture.height);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        for (int c = 0; c < 3; ++c) image.pixels[i][c] = linear_of_srgb(picture.rgb[3 * i + c]);
    return image;
}

Image read_light(const std::filesystem::path& file) {
    const std::string ending = ending_of(file);
    if (ending == ".hdr" || ending == ".pic") return image_of(read_hdr(file));
    if (ending != ".png") refuse_ending(file, "picture of all directions", {".hdr", ".pic", ".png"});
    const Picture picture = read_png(file);
    if (picture.rgb.size() > 3 * kMostHdrPixels)
        throw InputError(fmt::format("{}: the picture has {} x {} pixels, at most {} are read", file.string(),
                                     picture.width, picture.height, kMostHdrPixels));
    return image_of(picture);
}

// What is wrong with the picture as a whole is told with its name, as what is wrong with its bytes is.
std::shared_ptr<const EnvironmentMap> read_environment(const EnvironmentLight& light) {
    Image picture = read_light(light.file);
    try {
        return std::make_shared<const EnvironmentMap>(std::move(picture), light.strength, light.turn);
    } catch (const InputError& error) {
        throw InputError(light.file + ": " + error.what());
    }
}

}  // namespace

RenderSettings with_environments(RenderSettings settings) {
    for (std::size_t k = 0; k < settings.lights.size(); ++k)
        if (auto* light = std::get_if<EnvironmentLight>(&settings.lights[k]))
            blame(fmt::format("render.lights[{}].file", k), [&] { light->map = read_environment(*light); });
    return settings;
}

std::string hash_of_environments(const RenderSettings& settings) {
    std::string hashes;
    for (const auto& light : settings.lights)
        if (const auto* environment = std::get_if<EnvironmentLight>(&light))
            hashes += hash_text(read_file(environment->file));
    return hashes;
}

}  // namespace lamella
