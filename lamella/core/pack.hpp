// Packs of eight floats: the same lambda runs for one index or for a pack of eight neighbours, so a
// method is written once. A sum over packs is eight partial sums folded in a fixed order, whatever the
// width of the machine's registers.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <cmath>
#include <experimental/simd>

// Everything here is forced inline: a call that takes a pack by address makes g++ keep whole neighbourhoods
// in memory, which costs a factor of five in the force loops.
namespace lamella {

inline constexpr int kPackWidth = 8;

namespace simd = std::experimental;
using Pack = simd::simd<float, simd::simd_abi::deduce_t<float, kPackWidth>>;
using PackMask = Pack::mask_type;
using IndexPack = simd::simd<Index, simd::simd_abi::deduce_t<Index, kPackWidth>>;

[[gnu::always_inline]] inline Pack load_pack(const float* p) { return {p, simd::element_aligned}; }
[[gnu::always_inline]] inline Pack gather_pack(const float* p, const Index* at) {
    return Pack([&](auto lane) { return p[at[lane]]; });
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
[[gnu::always_inline]] inline Pack multiply_add(Pack a, Pack b, Pack c) { return simd::fma(a, b, c); }
[[gnu::always_inline]] inline float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }

// The eight partial sums in one fixed tree.
[[gnu::always_inline]] inline float fold(Pack a) {
    std::array<float, kPackWidth> s{};
    a.copy_to(s.data(), simd::element_aligned);
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

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

}  // namespace lamella
