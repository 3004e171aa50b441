#include <lamella/core/error.hpp>
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

Image read_light(const InputFile& file, Assets& assets) {
    const std::string name = file.path.string();
    const std::string ending = ending_of(file.path);
    if (ending == ".hdr" || ending == ".pic") return image_of(decode_hdr(assets.read(file), name));
    if (ending != ".png") refuse_ending(file.path, "picture of all directions", {".hdr", ".pic", ".png"});
    const Picture picture = decode_png(assets.read(file), name);
    if (picture.rgb.size() > 3 * kMostHdrPixels)
        throw InputError(fmt::format("{}: the picture has {} x {} pixels, at most {} are read", name, picture.width,
                                     picture.height, kMostHdrPixels));
    return image_of(picture);
}

// What is wrong with the picture as a whole is told with its name, as what is wrong with its bytes is.
std::shared_ptr<const EnvironmentMap> environment_of(const EnvironmentLight& light, Assets& assets) {
    const std::string name = light.file.path.string();
    return assets.once<EnvironmentMap>(fmt::format("{} {} {}", name, light.strength, light.turn), [&] {
        Image picture = read_light(light.file, assets);
        try {
            return EnvironmentMap(std::move(picture), light.strength, light.turn);
        } catch (const InputError& error) {
            throw InputError(name + ": " + error.what());
        }
    });
}

}  // namespace

Environments environments_of(const RenderSettings& settings, Assets& assets) {
    Environments environments;
    for (std::size_t k = 0; k < settings.lights.size(); ++k)
        if (const auto* light = std::get_if<EnvironmentLight>(&settings.lights[k]))
            blame(fmt::format("render.lights[{}].file", k),
                  [&] { environments.push_back(environment_of(*light, assets)); });
    return environments;
}

FileRecords environment_files(const RenderSettings& settings, Assets& assets) {
    environments_of(settings, assets);
    const FileRecords all = assets.files();
    FileRecords files;
    for (const auto& light : settings.lights)
        if (const auto* environment = std::get_if<EnvironmentLight>(&light))
            files[environment->file.name] = all.at(environment->file.name);
    return files;
}

}  // namespace lamella
