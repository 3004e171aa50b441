#include <lamella/core/parallel.hpp>
#include <lamella/particles/radix_sort.hpp>

#include <array>
#include <bit>

namespace lamella {
namespace {

constexpr int kMaxDigitBits = 11;
constexpr std::size_t kMaxBins = std::size_t{1} << kMaxDigitBits;
constexpr std::ptrdiff_t kSortChunk = 1 << 15;

using Histogram = std::array<Index, kMaxBins>;

// Turns counts per (chunk, bin) into the place of each chunk's first key of each bin.
void counts_to_places(std::vector<Histogram>& histograms, std::size_t bins) {
    Index place = 0;
    for (std::size_t bin = 0; bin < bins; ++bin)
        for (Histogram& h : histograms) {
            const Index count = h[bin];
            h[bin] = place;
            place += count;
        }
}

}  // namespace

template <class Key>
void radix_sort(SortBuffers<Key>& buffers, std::uint64_t limit) {
    auto& [keys, order, keys_out, order_out] = buffers;
    const int bits = static_cast<int>(std::bit_width(limit > 0 ? limit - 1 : 0));
    const int passes = (bits + kMaxDigitBits - 1) / kMaxDigitBits;
    if (passes == 0) return;
    const int digit_bits = (bits + passes - 1) / passes;
    const std::size_t bins = std::size_t{1} << digit_bits;
    const auto n = static_cast<std::ptrdiff_t>(keys.size());
    std::vector<Histogram> histograms(static_cast<std::size_t>((n + kSortChunk - 1) / kSortChunk));

    for (int shift = 0; shift < bits; shift += digit_bits) {
        const auto digit = [&](Key key) { return static_cast<std::size_t>(key >> shift) & (bins - 1); };
        parallel_chunks("sort count", n, kSortChunk,
                        [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                            Histogram& h = histograms[chunk];
                            std::fill_n(h.begin(), bins, 0);
                            for (auto i = begin; i < end; ++i) ++h[digit(keys[i])];
                        });
        counts_to_places(histograms, bins);
        parallel_chunks("sort move", n, kSortChunk,
                        [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                            Histogram& h = histograms[chunk];
                            for (auto i = begin; i < end; ++i) {
                                const Key key = keys[i];
                                const auto to = static_cast<std::size_t>(h[digit(key)]++);
                                keys_out[to] = key;
                                order_out[to] = order[i];
                            }
                        });
        keys.swap(keys_out);
        order.swap(order_out);
    }
}

template void radix_sort(SortBuffers<std::uint32_t>&, std::uint64_t);
template void radix_sort(SortBuffers<std::uint64_t>&, std::uint64_t);

}  // namespace lamella
