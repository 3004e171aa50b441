// Parallel loops over oneTBB behind a few verbs. Each verb gives the same bits for any number of threads:
// work is cut into chunks of a fixed size, a chunk is done by one thread in order, and partial results are
// folded in the order of the chunks. Sums are exact, so that they do not depend on the order of the terms either.
#pragma once

#include <lamella/core/exact_sum.hpp>
#include <lamella/core/function_ref.hpp>
#include <lamella/core/real.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>
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

// Sums one number a component of T: a floating-point number or a vector of Eigen.
template <class T>
class ExactSums {
public:
    static constexpr int kComponents = [] {
        if constexpr (std::is_floating_point_v<T>)
            return 1;
        else
            return int{T::SizeAtCompileTime};
    }();

    // Adds f(i) for i in [begin, end), at most SumTerms::kMost of them.
    template <class F>
    void add(Index begin, Index end, F&& f) {
        std::array<SumTerms, kComponents> terms;
        for (Index i = begin; i < end; ++i) {
            const T term = static_cast<T>(f(i));
            for (int c = 0; c < kComponents; ++c) terms[c].at[i - begin] = component(term, c);
        }
        for (int c = 0; c < kComponents; ++c) sums_[c].take(terms[c], end - begin);
    }
    void add(const ExactSums& other) {
        for (int c = 0; c < kComponents; ++c) sums_[c].add(other.sums_[c]);
    }
    T value() const {
        T result;
        for (int c = 0; c < kComponents; ++c) component(result, c) = sums_[c].value();
        return result;
    }

private:
    static auto& component(auto& of, int c) {
        if constexpr (std::is_floating_point_v<T>)
            return of;
        else
            return of[c];
    }

    std::array<ExactSum, kComponents> sums_;
};

// The sum of f(i), in double whatever f gives, without rounding until the end (exact_sum.hpp). T may be a whole number,
// or a vector type: pass its zero.
template <class F, class T = double>
T parallel_sum(const char* label, Index n, F&& f, const T& zero = T(0)) {
    if constexpr (std::integral<T>) {
        return parallel_reduce<T>(
            label, n, zero, [&](Index i) { return static_cast<T>(f(i)); },
            [](T a, T b) { return static_cast<T>(a + b); });
    } else {
        static_assert(kParallelChunk <= SumTerms::kMost);
        std::vector<ExactSums<T>> partial(static_cast<std::size_t>((n + kParallelChunk - 1) / kParallelChunk));
        parallel_chunks(label, n, kParallelChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
            partial[chunk].add(static_cast<Index>(begin), static_cast<Index>(end), f);
        });
        ExactSums<T> total;
        for (const auto& p : partial) total.add(p);
        return total.value();
    }
}

// The largest f(i), or `least` when there is none.
template <class F, class T>
T parallel_max(const char* label, Index n, F&& f, T least) {
    return parallel_reduce<T>(label, n, least, f, [](const T& a, const T& b) { return std::max(a, b); });
}

}  // namespace lamella
