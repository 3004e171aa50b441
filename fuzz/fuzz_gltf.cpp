#include "fuzz_reader.hpp"

#include <lamella/io/gltf/gltf.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    lamella::try_reader(data, size, [](auto bytes, const auto& source) { lamella::read_rig_contents(bytes, source); });
    lamella::try_reader(data, size, [](auto bytes, const auto& source) {
        const lamella::Rig rig = lamella::read_gltf_rig(bytes, source);
        if (rig.fault(rig.begin).empty()) rig.at(rig.end);
    });
    return lamella::try_reader(data, size, [](auto bytes, const auto& source) { lamella::read_gltf(bytes, source); });
}
