#include "fuzz_reader.hpp"

#include <lamella/io/vtk/tet_vtu.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return lamella::try_reader(data, size,
                               [](auto bytes, const auto& source) { lamella::read_tet_vtu(bytes, source); });
}
