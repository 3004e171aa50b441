// Memory of this process and of the machine.
#pragma once

#include <cstdint>

namespace lamella {

std::int64_t peak_memory_bytes();       // of this process so far
std::int64_t available_memory_bytes();  // what the machine can still give

}  // namespace lamella
