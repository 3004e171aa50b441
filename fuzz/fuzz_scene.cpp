// Any bytes as a scene file, and as a --set on a good scene: an InputError or a scene, nothing else.
#include <lamella/core/error.hpp>
#include <lamella/scene/reader.hpp>

#include <cstdint>
#include <stdexcept>

namespace {

const char* const kScene = R"({"version": 1, "domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "frames": 2,
    "particle_spacing": 0.1, "fluids": [{"name": "w", "shapes": [{"type": "sphere", "centre": [0, 0, 0], "radius": 1}]}]})";

// What was read once reads back from its canonical text with the same hash.
void read(std::string_view text, const std::vector<std::string>& overrides) {
    try {
        const lamella::LoadedScene loaded = lamella::read_scene(text, "fuzz.json", overrides);
        if (lamella::read_scene(loaded.canonical_json, "fuzz.json").hash != loaded.hash) throw std::logic_error("hash");
    } catch (const lamella::InputError&) {
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read(text, {});
    read(kScene, {std::string(text)});
    return 0;
}
