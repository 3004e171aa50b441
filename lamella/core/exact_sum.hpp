// Sums of doubles without rounding: the result depends on the values only, not on their order nor on where they are
// cut into parts.
//
// The sum is a whole number of 2^-1074, the smallest double, in digits of 32 bits with 31 bits to spare, so that
// carries wait (the small superaccumulator of Neal 2015). Values do not go there one by one: up to 1024 of them are
// turned into a few doubles of the same sum, as ExtractVector of Rump et al. 2008 does it. With |x| <= 2^42 u, u a
// power of two,
//     q = (x + M) - M,  M = 1.5 * 2^52 u,
// is x rounded to whole multiples of u. x - q has no rounding, nor has the sum of 1024 q: it is at most 2^52 u. What is
// left, |x - q| <= u / 2, goes the same way until nothing is. Two rounds reach 85 bits below the largest value, which
// is all there is of products of floats that differ by less than 10^11. Every line is done by whole registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lamella {

// Terms of a sum on their way into it.
struct SumTerms {
    static constexpr std::ptrdiff_t kMost = 1024;

    // Not set to zero: whoever fills it says how many there are.
    alignas(64) std::array<double, kMost> at;
};

class ExactSum {
public:
    void add(double value);
    void add(std::span<const double> values);
    void add(const ExactSum& other);
    // Adds the first n terms, and uses their places.
    void take(SumTerms& terms, std::ptrdiff_t n);

    // The double that is closest to the sum; infinite or not a number as the terms are.
    double value() const;

private:
    static constexpr std::size_t kDigits = 68;  // 2098 bits of a double, and 2^62 of them

    void carry();

    std::array<std::int64_t, kDigits> digits_{};
    std::int64_t additions_ = 0;  // since the last carry: each added less than 2^32 to a digit
    double not_finite_ = 0.0;     // the sum of terms that are not
};

}  // namespace lamella
