// Parallel loops over oneTBB behind a few verbs. Each verb gives the same bits for any number of threads:
// work is cut into chunks of a fixed size, a chunk is done by one thread in order, and partial results are
// folded in the order of the chunks.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/real.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lamella {

inline constexpr std::ptrdiff_t kParallelChunk = 1024;

// Limits all loops below this object's life to `threads` threads (0: every core).
class ThreadLimit {
public:
    explicit ThreadLimit(int threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

private:
    struct Control;
    Control* control_;
};

// Calls body(chunk, begin, end) for the chunks of [0, n), in any order and on any thread.
void parallel_chunks(const char* label, std::ptrdiff_t n, std::ptrdiff_t chunk_size,
                     FunctionRef<void(std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end)> body);

// Runs body on this thread alone, whatever loops over oneTBB a library starts in it.
void run_alone(FunctionRef<void()> body);

// Calls f(i) for i in [0, n).
template <class F>
void parallel_for(const char* label, Index n, F&& f, std::ptrdiff_t chunk_size = kParallelChunk) {
    parallel_chunks(label, n, chunk_size, [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) f(i);
    });
}

// Folds f(0), f(1), ... with combine, starting from identity in each chunk.
template <class T, class F, class Combine>
T parallel_reduce(const char* label, Index n, const T& identity, F&& f, Combine&& combine) {
    std::vector<T> partial(static_cast<std::size_t>((n + kParallelChunk - 1) / kParallelChunk), identity);
    parallel_chunks(label, n, kParallelChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        T local = identity;
        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) local = combine(local, f(i));
        partial[chunk] = local;
    });
    T result = identity;
    for (const T& p : partial) result = combine(result, p);
    return result;
}

// The sum of f(i), in double whatever f gives (T may be a vector type: pass its zero).
template <class F, class T = double>
T parallel_sum(const char* label, Index n, F&& f, const T& zero = T(0)) {
    return parallel_reduce<T>(
        label, n, zero, [&](Index i) { return static_cast<T>(f(i)); },
        [](const T& a, const T& b) { return static_cast<T>(a + b); });
}

// The largest f(i), or `least` when there is none.
template <class F, class T>
T parallel_max(const char* label, Index n, F&& f, T least) {
    return parallel_reduce<T>(label, n, least, f, [](const T& a, const T& b) { return std::max(a, b); });
}

}  // namespace lamella
