// The number types of files.
#pragma once

#include <bit>
#include <cstddef>

namespace lamella {

enum class Number { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

std::size_t size_of(Number type);
inline bool is_integer(Number type) { return type < Number::float32; }

// Every type but the 64-bit integers passes through a double without loss.
double load(const char* at, Number type, std::endian order);
void store(char* at, double value, Number type, std::endian order);

}  // namespace lamella
