#include <lamella/core/error.hpp>
#include <lamella/render/environment_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace lamella {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Real kBrightestPixel = 1e12f;

void check(const Image& picture) {
    if (picture.height < 1 || picture.width != 2 * picture.height)
        throw InputError(fmt::format("the picture has {} x {} pixels; one of all directions is twice as wide as high",
                                     picture.width, picture.height));
    for (Index y = 0; y < picture.height; ++y)
        for (Index x = 0; x < picture.width; ++x)
            for (const Real value : picture.at(x, y))
                if (!(value >= 0.0f && value <= kBrightestPixel))
                    throw InputError(fmt::format("the light of pixel ({}, {}) is {}, 0 to {} is allowed", x, y, value,
                                                 kBrightestPixel));
}

// Of linear red, green and blue with the primaries of ITU-R BT.709.
Real luminance(const Vec3& light) { return 0.2126f * light.x() + 0.7152f * light.y() + 0.0722f * light.z(); }

struct Drawn {
    Index index;
    Real within;  // [0, 1), where in its part
};

// From sums that end with 1.
Drawn draw(std::span<const Real> sums, Real u) {
    const auto found = std::upper_bound(sums.begin(), sums.end(), u);
    const auto i = static_cast<Index>(std::min(found, sums.end() - 1) - sums.begin());
    const Real before = i > 0 ? sums[i - 1] : 0.0f;
    const Real width = sums[i] - before;
    return {i, width > 0.0f ? std::clamp((u - before) / width, 0.0f, 0x1.fffffep-1f) : 0.5f};
}

}  // namespace

EnvironmentMap::EnvironmentMap(Image picture, Real strength, Real turn)
    : picture_(std::move(picture)), turn_(turn / 360.0f), scale_(strength) {
    check(picture_);
    build_distribution();
}

Real EnvironmentMap::cosine_above(Index row) const {
    return std::cos(kPi * static_cast<Real>(row) / static_cast<Real>(picture_.height));
}

const Vec3& EnvironmentMap::pixel(Index x, Index y) const {
    const Index column = x < 0 ? x + picture_.width : x >= picture_.width ? x - picture_.width : x;
    return picture_.at(column, std::clamp(y, 0, picture_.height - 1));
}

// The mean over a pixel of what is interpolated between the middles of pixels: a weight of 1/8 for each neighbour along
// each axis. So a bright pixel's light that reaches into a dark one is found there.
Real EnvironmentMap::luminance_around(Index x, Index y) const {
    constexpr std::array weights{0.125f, 0.75f, 0.125f};
    Real sum = 0.0f;
    for (Index dy = -1; dy <= 1; ++dy)
        for (Index dx = -1; dx <= 1; ++dx) sum += weights[dx + 1] * weights[dy + 1] * luminance(pixel(x + dx, y + dy));
    return sum;
}

void EnvironmentMap::build_distribution() {
    luminance_.resize(picture_.pixels.size());
    column_sums_.resize(picture_.pixels.size());
    std::vector<double> rows(picture_.height);
    const double column_angle = 2.0 * std::numbers::pi / picture_.width;
    for (Index y = 0; y < picture_.height; ++y) {
        double sum = 0.0;
        for (Index x = 0; x < picture_.width; ++x) sum += luminance_[at(x, y)] = luminance_around(x, y);
        double part = 0.0;
        for (Index x = 0; x < picture_.width; ++x)
            column_sums_[at(x, y)] = static_cast<Real>((part += luminance_[at(x, y)]) / std::max(sum, 1e-300));
        rows[y] = sum * column_angle * (static_cast<double>(cosine_above(y)) - cosine_above(y + 1));
        total_ += rows[y];
    }
    double part = 0.0;
    for (const double row : rows) row_sums_.push_back(static_cast<Real>((part += row) / std::max(total_, 1e-300)));
}

EnvironmentMap::Place EnvironmentMap::place(const Vec3& direction) const {
    const Real around = std::atan2(direction.x(), -direction.z()) / (2.0f * kPi) + 0.5f + turn_;
    const Real down = std::acos(std::clamp(direction.y(), -1.0f, 1.0f)) / kPi;
    return {(around - std::floor(around)) * static_cast<Real>(picture_.width),
            down * static_cast<Real>(picture_.height)};
}

Vec3 EnvironmentMap::direction(Real column, Real cosine) const {
    const Real angle = 2.0f * kPi * (column / static_cast<Real>(picture_.width) - 0.5f - turn_);
    const Real sine = std::sqrt(std::max(1.0f - cosine * cosine, 0.0f));
    return {sine * std::sin(angle), cosine, -sine * std::cos(angle)};
}

Vec3 EnvironmentMap::light(const Vec3& direction) const {
    const Place p = place(direction);
    const Real x = std::floor(p.column - 0.5f), y = std::floor(p.row - 0.5f);
    const Real right = p.column - 0.5f - x, down = p.row - 0.5f - y;
    const auto i = static_cast<Index>(x), k = static_cast<Index>(y);
    return scale_ * ((1.0f - down) * ((1.0f - right) * pixel(i, k) + right * pixel(i + 1, k)) +
                     down * ((1.0f - right) * pixel(i, k + 1) + right * pixel(i + 1, k + 1)));
}

Vec3 EnvironmentMap::sample(const Sampler::Point& point) const {
    const Drawn row = draw(row_sums_, point[0]);
    const Drawn column = draw(std::span(column_sums_).subspan(at(0, row.index), picture_.width), point[1]);
    const Real above = cosine_above(row.index), below = cosine_above(row.index + 1);
    return direction(static_cast<Real>(column.index) + column.within, above + row.within * (below - above));
}

Real EnvironmentMap::density(const Vec3& direction) const {
    if (dark()) return 0.0f;
    const Place p = place(direction);
    const Index x = std::min(static_cast<Index>(p.column), picture_.width - 1);
    const Index y = std::min(static_cast<Index>(p.row), picture_.height - 1);
    return static_cast<Real>(luminance_[at(x, y)] / total_);
}

}  // namespace lamella
