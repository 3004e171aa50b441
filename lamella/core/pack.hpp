// Packs of eight floats: the same lambda runs for one index or for a pack of eight neighbours, so a
// method is written once. A sum over packs is eight partial sums folded in a fixed order, whatever the
// width of the machine's registers.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <experimental/simd>

namespace lamella {

inline constexpr int kPackWidth = 8;

namespace simd = std::experimental;
using Pack = simd::simd<float, simd::simd_abi::deduce_t<float, kPackWidth>>;
using PackMask = Pack::mask_type;
using IndexPack = simd::simd<Index, simd::simd_abi::deduce_t<Index, kPackWidth>>;

inline Pack load_pack(const float* p) { return {p, simd::element_aligned}; }
inline Pack load_pack(const Index* p) { return simd::static_simd_cast<Pack>(IndexPack(p, simd::element_aligned)); }
inline Pack gather_pack(const float* p, const Index* at) {
    return Pack([&](auto lane) { return p[at[lane]]; });
}
inline Pack gather_pack(const Index* p, const Index* at) {
    return Pack([&](auto lane) { return static_cast<float>(p[at[lane]]); });
}

// 0, 1, ... 7.
inline Pack lane_numbers() {
    return Pack([](auto lane) { return static_cast<float>(lane); });
}

inline Pack select(const PackMask& mask, const Pack& yes, const Pack& no) {
    Pack result = no;
    simd::where(mask, result) = yes;
    return result;
}
inline float select(bool mask, float yes, float no) { return mask ? yes : no; }

// The lanes of a mask as bits (a libstdc++ extension spares eight extractions).
inline unsigned lane_bits(const PackMask& mask) { return static_cast<unsigned>(mask.__to_bitset().to_ulong()); }

inline Pack square_root(const Pack& a) { return simd::sqrt(a); }
inline float square_root(float a) { return std::sqrt(a); }
inline Pack larger(const Pack& a, const Pack& b) { return simd::max(a, b); }
inline float larger(float a, float b) { return a > b ? a : b; }
inline Pack smaller(const Pack& a, const Pack& b) { return simd::min(a, b); }
inline float smaller(float a, float b) { return a < b ? a : b; }

// The eight partial sums in one fixed tree.
inline float fold(const Pack& a) {
    std::array<float, kPackWidth> s{};
    a.copy_to(s.data(), simd::element_aligned);
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

// A vector of packs: eight Vec3 side by side.
struct Vec3Pack {
    Pack x = 0.0f;
    Pack y = 0.0f;
    Pack z = 0.0f;

    Pack dot(const Vec3Pack& b) const { return x * b.x + y * b.y + z * b.z; }
    Pack squaredNorm() const { return dot(*this); }
    Vec3Pack& operator+=(const Vec3Pack& b) {
        x += b.x;
        y += b.y;
        z += b.z;
        return *this;
    }
};

inline Vec3Pack operator+(const Vec3Pack& a, const Vec3Pack& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3Pack operator-(const Vec3Pack& a, const Vec3Pack& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3Pack operator-(const Vec3& a, const Vec3Pack& b) { return {a.x() - b.x, a.y() - b.y, a.z() - b.z}; }
inline Vec3Pack operator*(const Pack& s, const Vec3Pack& a) { return {s * a.x, s * a.y, s * a.z}; }

inline Vec3Pack select(const PackMask& mask, const Vec3Pack& yes, const Vec3Pack& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
template <class T>
T zero() {
    return T{};
}
template <>
inline Pack zero<Pack>() {
    return Pack(0.0f);
}

inline Vec3 fold(const Vec3Pack& a) { return {fold(a.x), fold(a.y), fold(a.z)}; }

}  // namespace lamella
