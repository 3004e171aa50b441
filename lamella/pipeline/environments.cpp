#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/hdr.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/render/environment_map.hpp>
#include <lamella/render/texture.hpp>
#include <lamella/scene/parameter_walk.hpp>
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

Image read_png_image(const InputFile& file, Assets& assets) {
    return image_of(decode_png(assets.read(file), file.path.string(), kMostHdrPixels));
}

Image read_light(const InputFile& file, Assets& assets) {
    const std::string name = file.path.string();
    const std::string ending = ending_of(file.path);
    if (ending == ".hdr" || ending == ".pic") return image_of(decode_hdr(assets.read(file), name));
    if (ending != ".png") refuse_ending(file.path, "picture of all directions", {".hdr", ".pic", ".png"});
    return read_png_image(file, assets);
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
    for (std::size_t k = 0; settings.lights && k < settings.lights->size(); ++k)
        if (const auto* light = std::get_if<EnvironmentLight>(&(*settings.lights)[k]))
            blame(fmt::format("render.lights[{}].file", k),
                  [&] { environments.push_back(environment_of(*light, assets)); });
    return environments;
}

std::shared_ptr<const Texture> texture_of(const InputFile& file, Assets& assets) {
    return assets.once<Texture>(file.path.string(), [&] {
        if (ending_of(file.path) != ".png") refuse_ending(file.path, "texture", {".png"});
        return Texture(read_png_image(file, assets));
    });
}

Textures textures_of(const RenderSettings& settings, Assets& assets) {
    Textures textures;
    const auto read = [&](const std::string& path, const auto& part) {
        walk::for_each_file(part, [&](const InputFile& file) {
            blame(path, [&] { textures[file.path.string()] = texture_of(file, assets); });
        });
    };
    read("render.floor.texture", settings.floor);
    for (std::size_t k = 0; k < settings.materials.size(); ++k)
        read(fmt::format("render.materials[{}].material.texture", k), settings.materials[k]);
    if (settings.container) read("render.container.material.texture", *settings.container);
    return textures;
}

FileRecords picture_files(const RenderSettings& settings, Assets& assets) {
    environments_of(settings, assets);
    textures_of(settings, assets);
    const FileRecords all = assets.files();
    FileRecords files;
    walk::for_each_file(settings, [&](const InputFile& file) { files[file.name] = all.at(file.name); });
    return files;
}

}  // namespace lamella
