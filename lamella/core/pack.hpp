// Packs of eight floats: the same lambda runs for one index or for a pack of eight neighbours, so a
// method is written once. A sum over packs is eight partial sums folded in a fixed order, whatever the
// width of the machine's registers.
#pragma once

#include <lamella/core/vec.hpp>

#include <immintrin.h>
#include <array>
#include <cmath>
#include <experimental/simd>
#include <tuple>

// Everything here is forced inline: a call that takes a pack by address makes g++ keep whole neighbourhoods
// in memory, which costs a factor of five in the force loops.
namespace lamella {

inline constexpr int kPackWidth = 8;

namespace simd = std::experimental;
using Pack = simd::simd<float, simd::simd_abi::deduce_t<float, kPackWidth>>;
using PackMask = Pack::mask_type;
using IndexPack = simd::simd<Index, simd::simd_abi::deduce_t<Index, kPackWidth>>;

[[gnu::always_inline]] inline Pack load_pack(const float* p) { return {p, simd::element_aligned}; }

// Four doubles, for the sums that float cannot hold.
inline constexpr int kDoublePackWidth = 4;
using DoublePack = simd::simd<double, simd::simd_abi::deduce_t<double, kDoublePackWidth>>;

// A pack from as many floats or doubles as it has lanes.
template <class P, class Scalar>
[[gnu::always_inline]] inline P load_as(const Scalar* p) {
#ifdef __AVX__
    if constexpr (std::is_same_v<P, DoublePack> && std::is_same_v<Scalar, float>)
        return P(_mm256_cvtps_pd(_mm_loadu_ps(p)));  // converting loads of the library go lane by lane
#endif
    return P(p, simd::element_aligned);
}

[[gnu::always_inline]] inline void store_as(DoublePack a, float* p) {
#ifdef __AVX__
    _mm_storeu_ps(p, _mm256_cvtpd_ps(static_cast<__m256d>(a)));
#else
    a.copy_to(p, simd::element_aligned);
#endif
}

// The lanes of a pack in another order, lane k being a[at[k]].
[[gnu::always_inline]] inline Pack permuted(Pack a, IndexPack at) {
#ifdef __AVX2__
    return Pack(_mm256_permutevar8x32_ps(static_cast<__m256>(a), static_cast<__m256i>(at)));
#else
    return Pack([&](auto lane) { return a[static_cast<std::size_t>(at[lane])]; });
#endif
}

// 0, 1, ... 7.
[[gnu::always_inline]] inline Pack lane_numbers() {
    return Pack([](auto lane) { return static_cast<float>(lane); });
}

[[gnu::always_inline]] inline Pack select(PackMask mask, Pack yes, Pack no) {
    Pack result = no;
    simd::where(mask, result) = yes;
    return result;
}
[[gnu::always_inline]] inline float select(bool mask, float yes, float no) { return mask ? yes : no; }

// The lanes of a mask as bits (a libstdc++ extension spares eight extractions).
[[gnu::always_inline]] inline unsigned lane_bits(PackMask mask) {
    return static_cast<unsigned>(mask.__to_bitset().to_ulong());
}

[[gnu::always_inline]] inline Pack square_root(Pack a) { return simd::sqrt(a); }
[[gnu::always_inline]] inline float square_root(float a) { return std::sqrt(a); }
[[gnu::always_inline]] inline Pack larger(Pack a, Pack b) { return simd::max(a, b); }
[[gnu::always_inline]] inline float larger(float a, float b) { return a > b ? a : b; }
[[gnu::always_inline]] inline Pack smaller(Pack a, Pack b) { return simd::min(a, b); }
[[gnu::always_inline]] inline float smaller(float a, float b) { return a < b ? a : b; }

// a b + c with one rounding, where it is meant (contraction by the compiler is off).
// std::experimental::fma goes lane by lane, and g++ 12 makes one instruction of it only sometimes.
[[gnu::always_inline]] inline Pack multiply_add(Pack a, Pack b, Pack c) {
#ifdef __FMA__
    return Pack(_mm256_fmadd_ps(static_cast<__m256>(a), static_cast<__m256>(b), static_cast<__m256>(c)));
#else
    return simd::fma(a, b, c);
#endif
}
[[gnu::always_inline]] inline float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }
[[gnu::always_inline]] inline DoublePack multiply_add(DoublePack a, DoublePack b, DoublePack c) {
#ifdef __FMA__
    return DoublePack(_mm256_fmadd_pd(static_cast<__m256d>(a), static_cast<__m256d>(b), static_cast<__m256d>(c)));
#else
    return simd::fma(a, b, c);
#endif
}

// The eight partial sums in one fixed tree: ((0+4) + (2+6)) + ((1+5) + (3+7)).
[[gnu::always_inline]] inline float fold(Pack a) {
#ifdef __AVX__
    const auto v = static_cast<__m256>(a);
    const __m128 quarters = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 halves = _mm_add_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_add_ss(halves, _mm_movehdup_ps(halves)));
#else
    std::array<float, kPackWidth> s{};
    a.copy_to(s.data(), simd::element_aligned);
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
#endif
}

// The four partial sums as (0 + 2) + (1 + 3).
[[gnu::always_inline]] inline double fold(DoublePack a) { return (a[0] + a[2]) + (a[1] + a[3]); }

// A vector of packs: eight Vec3 side by side.
struct Vec3Pack {
    Pack x = 0.0f;
    Pack y = 0.0f;
    Pack z = 0.0f;

    [[gnu::always_inline]] Pack dot(const Vec3Pack& b) const {
        return multiply_add(x, b.x, multiply_add(y, b.y, z * b.z));
    }
    [[gnu::always_inline]] Pack squaredNorm() const { return dot(*this); }
    [[gnu::always_inline]] Vec3Pack& operator+=(const Vec3Pack& b) {
        x += b.x;
        y += b.y;
        z += b.z;
        return *this;
    }
};

[[gnu::always_inline]] inline Vec3Pack broadcast(const Vec3& a) { return {a.x(), a.y(), a.z()}; }
[[gnu::always_inline]] inline Vec3Pack operator+(const Vec3Pack& a, const Vec3Pack& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[gnu::always_inline]] inline Vec3Pack operator-(const Vec3Pack& a, const Vec3Pack& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] inline Vec3Pack operator-(const Vec3& a, const Vec3Pack& b) {
    return {a.x() - b.x, a.y() - b.y, a.z() - b.z};
}
[[gnu::always_inline]] inline Vec3Pack operator*(Pack s, const Vec3Pack& a) { return {s * a.x, s * a.y, s * a.z}; }

[[gnu::always_inline]] inline Vec3Pack select(PackMask mask, const Vec3Pack& yes, const Vec3Pack& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
template <class T>
T zero() {
    return T{};
}
template <>
[[gnu::always_inline]] inline Pack zero<Pack>() {
    return Pack(0.0f);
}

[[gnu::always_inline]] inline Vec3 fold(const Vec3Pack& a) { return {fold(a.x), fold(a.y), fold(a.z)}; }

// Several terms of a sum at once: auto [a, b] = sum_over(range, [&](auto j) { return Terms{..., ...}; }).
template <class... T>
struct Terms {
    std::tuple<T...> values;

    Terms() : values(zero<T>()...) {}
    [[gnu::always_inline]] explicit Terms(const T&... v) : values(v...) {}
    [[gnu::always_inline]] Terms& operator+=(const Terms& b) {
        add(b, std::index_sequence_for<T...>());
        return *this;
    }

private:
    template <std::size_t... I>
    [[gnu::always_inline]] void add(const Terms& b, std::index_sequence<I...>) {
        ((std::get<I>(values) += std::get<I>(b.values)), ...);
    }
};

template <class... T>
[[gnu::always_inline]] inline Terms<T...> select(PackMask mask, const Terms<T...>& yes, const Terms<T...>& no) {
    const auto pick = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return Terms<T...>(select(mask, std::get<I>(yes.values), std::get<I>(no.values))...);
    };
    return pick(std::index_sequence_for<T...>());
}
template <class... T>
[[gnu::always_inline]] inline auto fold(const Terms<T...>& a) {
    return std::apply([](const auto&... v) { return std::tuple(fold(v)...); }, a.values);
}

}  // namespace lamella
