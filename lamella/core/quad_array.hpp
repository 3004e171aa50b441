// Rows of four floats side by side: a vector and one number more. Eight rows that a stored list names load
// with eight moves and a transpose, a third of the work of gathering four separate columns, so the loops
// that run over the same neighbours many times keep what they read in this form.
#pragma once

#include <lamella/core/pack.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lamella {

// Eight rows: their vectors and their fourth numbers.
struct QuadPack {
    Vec3Pack xyz;
    Pack w;
};

namespace quad_detail {

using Four [[gnu::vector_size(16)]] = float;
using Eight [[gnu::vector_size(32)]] = float;

[[gnu::always_inline]] inline Eight joined(const float* low, const float* high) {
    Four a;
    Four b;
    __builtin_memcpy(&a, low, sizeof a);
    __builtin_memcpy(&b, high, sizeof b);
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

[[gnu::always_inline]] inline Pack as_pack(Eight v) {
    if constexpr (std::is_constructible_v<Pack, Eight>) {
        return Pack(v);
    } else {
        std::array<float, kPackWidth> values{};
        __builtin_memcpy(values.data(), &v, sizeof v);
        return load_pack(values.data());
    }
}

}  // namespace quad_detail

// Rows of four floats that somebody else keeps.
class QuadRows {
public:
    explicit QuadRows(const float* values) : values_(values) {}

    Vec3 vec(Index i) const { return {row(i)[0], row(i)[1], row(i)[2]}; }

    // Eight rows that a stored list names.
    template <class At>
    [[gnu::always_inline]] QuadPack operator[](const At& at) const {
        return load(at.rows->base(), at.rows->offsets());
    }
    [[gnu::always_inline]] QuadPack load(Index base, const std::uint16_t* offsets) const {
        using namespace quad_detail;
        const QuadRows near(row(base));
        const Eight a = joined(near.row(offsets[0]), near.row(offsets[4]));
        const Eight b = joined(near.row(offsets[1]), near.row(offsets[5]));
        const Eight c = joined(near.row(offsets[2]), near.row(offsets[6]));
        const Eight d = joined(near.row(offsets[3]), near.row(offsets[7]));
        const Eight ab_xy = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
        const Eight ab_zw = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
        const Eight cd_xy = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
        const Eight cd_zw = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
        return {{as_pack(__builtin_shufflevector(ab_xy, cd_xy, 0, 1, 8, 9, 4, 5, 12, 13)),
                 as_pack(__builtin_shufflevector(ab_xy, cd_xy, 2, 3, 10, 11, 6, 7, 14, 15)),
                 as_pack(__builtin_shufflevector(ab_zw, cd_zw, 0, 1, 8, 9, 4, 5, 12, 13))},
                as_pack(__builtin_shufflevector(ab_zw, cd_zw, 2, 3, 10, 11, 6, 7, 14, 15))};
    }

private:
    const float* row(Index i) const { return values_ + 4 * static_cast<std::ptrdiff_t>(i); }

    const float* values_;
};

class QuadArray {
public:
    Index size() const { return static_cast<Index>(values_.size() / 4); }
    void resize(Index n) { values_.resize(4 * static_cast<std::size_t>(n)); }

    void set(Index i, const Vec3& v, Real w) {
        float* r = row(i);
        r[0] = v.x();
        r[1] = v.y();
        r[2] = v.z();
        r[3] = w;
    }
    void set_w(Index i, Real w) { row(i)[3] = w; }
    Vec3 vec(Index i) const { return rows().vec(i); }
    Real w(Index i) const { return values_[4 * static_cast<std::size_t>(i) + 3]; }

    QuadRows rows() const { return QuadRows(values_.data()); }
    template <class At>
    [[gnu::always_inline]] QuadPack operator[](const At& at) const {
        return rows()[at];
    }
    std::span<Real> values() { return values_; }
    std::span<const Real> values() const { return values_; }

private:
    float* row(Index i) { return values_.data() + 4 * static_cast<std::ptrdiff_t>(i); }

    std::vector<Real> values_;
};

}  // namespace lamella
