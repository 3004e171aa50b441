// What all readers promise: any bytes give a result or an InputError.
#pragma once

#include <lamella/core/error.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella {

template <class Read>
int try_reader(const std::uint8_t* data, std::size_t size, Read&& read) {
    try {
        read(std::string_view(reinterpret_cast<const char*>(data), size), std::string("input"));
    } catch (const InputError&) {
    }
    return 0;
}

}  // namespace lamella
