// Stable parallel radix sort of small integer keys; the result does not depend on the number of threads.
#pragma once

#include <lamella/core/real.hpp>

#include <cstdint>
#include <vector>

namespace lamella {

// Keys with a payload each, and the space to sort them in.
template <class Key>
struct SortBuffers {
    std::vector<Key> keys;
    std::vector<Index> order;
    std::vector<Key> other_keys;
    std::vector<Index> other_order;

    void resize(std::size_t n) {
        for (auto* k : {&keys, &other_keys}) k->resize(n);
        for (auto* o : {&order, &other_order}) o->resize(n);
    }
    std::size_t memory_bytes() const {
        return 2 * keys.capacity() * sizeof(Key) + 2 * order.capacity() * sizeof(Index);
    }
};

// Sorts the keys, all below `limit`, and their payload with them.
template <class Key>
void radix_sort(SortBuffers<Key>& buffers, std::uint64_t limit);

extern template void radix_sort(SortBuffers<std::uint32_t>&, std::uint64_t);
extern template void radix_sort(SortBuffers<std::uint64_t>&, std::uint64_t);

}  // namespace lamella
