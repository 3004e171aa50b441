#include <lamella/core/memory.hpp>

#include <fstream>
#include <string>

#include <malloc.h>
#include <sys/resource.h>

namespace lamella {

std::int64_t peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024;
}

// glibc else raises this bound to the largest array that was freed.
void return_freed_memory() { mallopt(M_MMAP_THRESHOLD, 1 << 20); }

std::int64_t available_memory_bytes() {
    std::ifstream info("/proc/meminfo");
    std::int64_t kilobytes = 0;
    for (std::string key, rest; info >> key; std::getline(info, rest))
        if (key == "MemAvailable:") {
            info >> kilobytes;
            break;
        }
    return kilobytes * 1024;
}

}  // namespace lamella
