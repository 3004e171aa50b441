// The numbers of the elements that satisfy a condition, in ascending order.
#pragma once

#include <lamella/core/parallel.hpp>

#include <vector>

namespace lamella {

template <class Wanted>
std::vector<Index> select_elements(const char* label, Index count, Wanted&& wanted) {
    constexpr std::ptrdiff_t kChunk = 4096;
    std::vector<std::vector<Index>> parts(static_cast<std::size_t>((count + kChunk - 1) / kChunk));
    parallel_chunks(label, count, kChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i)
            if (wanted(i)) parts[static_cast<std::size_t>(chunk)].push_back(i);
    });
    std::vector<Index> chosen;
    for (const std::vector<Index>& part : parts) chosen.insert(chosen.end(), part.begin(), part.end());
    return chosen;
}

}  // namespace lamella
