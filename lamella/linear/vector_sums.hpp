// Sums over long vectors without rounding (core/exact_sum.hpp): they depend neither on the number of threads nor on the
// order of the rows. A row is four entries that are never parted: the quad of a particle, four cells of a tile. Within
// it the order is fixed, so that only one term in four has to go the exact way.
#pragma once

#include <lamella/core/exact_sum.hpp>
#include <lamella/core/parallel.hpp>

#include <span>
#include <vector>

namespace lamella {

inline constexpr std::ptrdiff_t kVectorRow = 4;
inline constexpr std::ptrdiff_t kVectorChunk = kVectorRow * SumTerms::kMost;

// Adds a . b, for vectors that begin with a row and have at most kVectorChunk entries. For float and double.
template <class Scalar>
void add_product(std::span<const Scalar> a, std::span<const Scalar> b, ExactSum& sum);

// The sum of what body(begin, end, sum) adds in the chunks of [0, n).
template <class Body>
double sum_of_chunks(const char* label, std::ptrdiff_t n, std::ptrdiff_t chunk_size, Body&& body) {
    std::vector<ExactSum> partial(static_cast<std::size_t>((n + chunk_size - 1) / chunk_size));
    parallel_chunks(label, n, chunk_size, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        body(begin, end, partial[static_cast<std::size_t>(chunk)]);
    });
    ExactSum total;
    for (const ExactSum& p : partial) total.add(p);
    return total.value();
}

template <class Scalar>
double dot(std::span<const Scalar> a, std::span<const Scalar> b) {
    return sum_of_chunks("dot", static_cast<std::ptrdiff_t>(a.size()), kVectorChunk,
                         [&](std::ptrdiff_t begin, std::ptrdiff_t end, ExactSum& sum) {
                             add_product(a.subspan(begin, end - begin), b.subspan(begin, end - begin), sum);
                         });
}

}  // namespace lamella
