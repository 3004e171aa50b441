// Sums over long vectors: eight partial sums in a chunk, the chunks in their order, so that the result has the
// same bits for any number of threads and the compiler may use the whole width of its registers.
#pragma once

#include <lamella/core/parallel.hpp>

#include <array>
#include <span>
#include <vector>

namespace lamella {

inline constexpr std::ptrdiff_t kVectorChunk = 4096;

// The sum of f(i) over [begin, end), in double.
template <class F>
double sum_of_range(std::ptrdiff_t begin, std::ptrdiff_t end, F&& f) {
    std::array<double, 8> part{};
    std::ptrdiff_t i = begin;
    for (; i + 8 <= end; i += 8)
        for (std::ptrdiff_t k = 0; k < 8; ++k) part[k] += f(i + k);
    for (std::ptrdiff_t k = 0; i + k < end; ++k) part[k] += f(i + k);
    return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

// The sum of body(begin, end) over the chunks of [0, n).
template <class Body>
double sum_of_chunks(const char* label, std::ptrdiff_t n, std::ptrdiff_t chunk_size, Body&& body) {
    std::vector<double> partial(static_cast<std::size_t>((n + chunk_size - 1) / chunk_size));
    parallel_chunks(label, n, chunk_size, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        partial[static_cast<std::size_t>(chunk)] = body(begin, end);
    });
    double total = 0.0;
    for (const double p : partial) total += p;
    return total;
}

template <class Scalar>
double dot(std::span<const Scalar> a, std::span<const Scalar> b) {
    return sum_of_chunks(
        "dot", static_cast<std::ptrdiff_t>(a.size()), kVectorChunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            return sum_of_range(
                begin, end, [&](std::ptrdiff_t i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
        });
}

}  // namespace lamella
