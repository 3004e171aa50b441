#include "fuzz_reader.hpp"

#include <lamella/io/obj.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return lamella::try_reader(data, size, [](auto bytes, const auto& source) { lamella::read_obj(bytes, source); });
}
