#include <lamella/core/pack.hpp>
#include <lamella/linear/vector_sums.hpp>

namespace lamella {
namespace {

// (0 + 1) + (2 + 3) of four packs.
DoublePack sums_of_rows(DoublePack a, DoublePack b, DoublePack c, DoublePack d) {
#ifdef __AVX__
    const __m256d ab = _mm256_hadd_pd(static_cast<__m256d>(a), static_cast<__m256d>(b));
    const __m256d cd = _mm256_hadd_pd(static_cast<__m256d>(c), static_cast<__m256d>(d));
    const __m256d last_of_ab_first_of_cd = _mm256_permute2f128_pd(ab, cd, 0x21);
    const __m256d first_of_ab_last_of_cd = _mm256_blend_pd(ab, cd, 0b1100);
    return DoublePack(_mm256_add_pd(last_of_ab_first_of_cd, first_of_ab_last_of_cd));
#else
    const auto sum = [](DoublePack x) { return (x[0] + x[1]) + (x[2] + x[3]); };
    const std::array sums{sum(a), sum(b), sum(c), sum(d)};
    return DoublePack(sums.data(), simd::element_aligned);
#endif
}

}  // namespace

template <class Scalar>
void add_product(std::span<const Scalar> a, std::span<const Scalar> b, ExactSum& sum) {
    static_assert(kVectorRow == kDoublePackWidth);
    const auto n = static_cast<std::ptrdiff_t>(a.size());
    const auto row = [&](std::ptrdiff_t i) {
        return load_as<DoublePack>(a.data() + i) * load_as<DoublePack>(b.data() + i);
    };
    SumTerms terms;
    std::ptrdiff_t filled = 0, i = 0;
    for (; i + 4 * kVectorRow <= n; i += 4 * kVectorRow, filled += 4)
        sums_of_rows(row(i), row(i + 4), row(i + 8), row(i + 12)).copy_to(&terms.at[filled], simd::element_aligned);
    for (; i < n; i += kVectorRow) {
        std::array<double, kVectorRow> product{};
        for (std::ptrdiff_t k = 0; k < std::min(kVectorRow, n - i); ++k)
            product[k] = static_cast<double>(a[i + k]) * static_cast<double>(b[i + k]);
        terms.at[filled++] = (product[0] + product[1]) + (product[2] + product[3]);
    }
    sum.take(terms, filled);
}

template void add_product(std::span<const float>, std::span<const float>, ExactSum&);
template void add_product(std::span<const double>, std::span<const double>, ExactSum&);

}  // namespace lamella
