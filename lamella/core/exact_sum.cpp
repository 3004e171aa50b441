#include <lamella/core/exact_sum.hpp>
#include <lamella/core/pack.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr int kDigitBits = 32;
constexpr std::int64_t kDigitMask = 0xFFFFFFFF;
constexpr std::int64_t kMostAdditions = std::int64_t{1} << 30;
constexpr int kFractionBits = 52;
constexpr std::uint64_t kFraction = (std::uint64_t{1} << kFractionBits) - 1;
constexpr int kLeastExponent = -1074;
constexpr int kBias = 1023;
constexpr int kLeastExtracted = -1000, kLargestExtracted = 1000;  // exponents for which M and u are usual numbers
constexpr std::ptrdiff_t kStride = 2 * kDoublePackWidth;

int exponent_field(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> kFractionBits) & 0x7FF; }

// 1.5 * 2^52 u for the u that is 2^42 times smaller than the power of two above a value.
double extractor(double largest) {
    return std::bit_cast<double>((static_cast<std::uint64_t>(exponent_field(largest) + 11) << kFractionBits) |
                                 (std::uint64_t{1} << (kFractionBits - 1)));
}

double largest_lane(DoublePack a) {
    double largest = 0.0;
    for (std::size_t k = 0; k < kDoublePackWidth; ++k) largest = a[k] > largest ? a[k] : largest;
    return largest;
}

double largest_magnitude(const double* x, std::ptrdiff_t n) {
    DoublePack a = 0.0, b = 0.0;
    for (std::ptrdiff_t i = 0; i < n; i += kStride) {
        a = simd::max(a, simd::abs(DoublePack(x + i, simd::element_aligned)));
        b = simd::max(b, simd::abs(DoublePack(x + i + kDoublePackWidth, simd::element_aligned)));
    }
    return largest_lane(simd::max(a, b));
}

struct Extracted {
    double sum;
    double largest_left;
};

Extracted extract(double M, double* x, std::ptrdiff_t n) {
    DoublePack sum_a = 0.0, sum_b = 0.0, left_a = 0.0, left_b = 0.0;
    const auto round = [M](double* at, DoublePack& sum, DoublePack& left) {
        const DoublePack value(at, simd::element_aligned);
        const DoublePack whole = (value + M) - M;
        const DoublePack rest = value - whole;
        sum += whole;
        left = simd::max(left, simd::abs(rest));
        rest.copy_to(at, simd::element_aligned);
    };
    for (std::ptrdiff_t i = 0; i < n; i += kStride) {
        round(x + i, sum_a, left_a);
        round(x + i + kDoublePackWidth, sum_b, left_b);
    }
    const DoublePack sum = sum_a + sum_b;
    double folded = 0.0;
    for (std::size_t k = 0; k < kDoublePackWidth; ++k) folded += sum[k];
    return {folded, largest_lane(simd::max(left_a, left_b))};
}

}  // namespace

void ExactSum::add(double value) {
    const int field = exponent_field(value);
    if (field == 0x7FF) {
        not_finite_ += value;
        return;
    }
    if (additions_ >= kMostAdditions) carry();
    ++additions_;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t whole = (bits & kFraction) | (field > 0 ? std::uint64_t{1} << kFractionBits : 0);
    const int place = std::max(field, 1) - 1;
    const int shift = place % kDigitBits;
    std::int64_t* digit = &digits_[static_cast<std::size_t>(place / kDigitBits)];
    const std::int64_t sign = std::signbit(value) ? -1 : 1;
    digit[0] += sign * (static_cast<std::int64_t>(whole << shift) & kDigitMask);
    digit[1] += sign * (static_cast<std::int64_t>(whole >> (kDigitBits - shift)) & kDigitMask);
    digit[2] += sign * static_cast<std::int64_t>((whole >> kDigitBits) >> (kDigitBits - shift));
}

void ExactSum::take(SumTerms& terms, std::ptrdiff_t n) {
    double* x = terms.at.data();
    const std::ptrdiff_t padded = (n + kStride - 1) / kStride * kStride;
    std::fill(x + n, x + padded, 0.0);
    double largest = largest_magnitude(x, padded);
    do {
        const int exponent = exponent_field(largest) - kBias;
        if (exponent < kLeastExtracted || exponent > kLargestExtracted) {
            for (std::ptrdiff_t i = 0; i < n; ++i)
                if (x[i] != 0.0) add(x[i]);
            return;
        }
        const Extracted round = extract(extractor(largest), x, padded);
        add(round.sum);
        largest = std::isfinite(round.sum) ? round.largest_left : 0.0;
    } while (largest > 0.0);
}

void ExactSum::add(std::span<const double> values) {
    SumTerms terms;
    for (; !values.empty(); values = values.subspan(std::min<std::size_t>(values.size(), SumTerms::kMost))) {
        const auto n = static_cast<std::ptrdiff_t>(std::min<std::size_t>(values.size(), SumTerms::kMost));
        std::copy_n(values.begin(), n, terms.at.begin());
        take(terms, n);
    }
}

void ExactSum::add(const ExactSum& other) {
    if (additions_ + other.additions_ > kMostAdditions) carry();
    for (std::size_t k = 0; k < kDigits; ++k) digits_[k] += other.digits_[k];
    additions_ += other.additions_;
    not_finite_ += other.not_finite_;
    if (additions_ > kMostAdditions) carry();
}

// Leaves all digits but the last between 0 and 2^32 - 1.
void ExactSum::carry() {
    for (std::size_t k = 0; k + 1 < kDigits; ++k) {
        digits_[k + 1] += digits_[k] >> kDigitBits;
        digits_[k] &= kDigitMask;
    }
    additions_ = 1;
}

double ExactSum::value() const {
    if (std::isnan(not_finite_)) return std::numeric_limits<double>::quiet_NaN();
    if (not_finite_ != 0.0) return not_finite_;
    ExactSum whole = *this;
    whole.carry();
    const bool negative = whole.digits_.back() < 0;
    if (negative) {
        for (std::int64_t& digit : whole.digits_) digit = -digit;
        whole.carry();
    }
    auto top = static_cast<std::ptrdiff_t>(kDigits) - 1;
    while (top >= 0 && whole.digits_[static_cast<std::size_t>(top)] == 0) --top;
    if (top < 0) return 0.0;
    // The 64 bits from the first that is not zero; the last of them also stands for all that are cut.
    const auto digit = [&](std::ptrdiff_t k) {
        return k < 0 ? std::uint64_t{0} : static_cast<std::uint64_t>(whole.digits_[static_cast<std::size_t>(k)]);
    };
    const int width = std::bit_width(digit(top));
    const std::uint64_t third = digit(top - 2);
    std::uint64_t bits = digit(top) << (64 - width) | digit(top - 1) << (kDigitBits - width) | third >> width;
    bool cut = (third & ((std::uint64_t{1} << width) - 1)) != 0;
    for (std::ptrdiff_t k = top - 3; k >= 0 && !cut; --k) cut = digit(k) != 0;
    if (cut) bits |= 1;
    const auto exponent = static_cast<int>(kDigitBits * (top - 2)) + width + kLeastExponent;
    const double magnitude = std::ldexp(static_cast<double>(bits), exponent);
    return negative ? -magnitude : magnitude;
}

}  // namespace lamella
