#include "fuzz_reader.hpp"

#include <lamella/io/gltf/gltf.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return lamella::try_reader(data, size, [](auto bytes, const auto& source) { lamella::read_gltf(bytes, source); });
}
