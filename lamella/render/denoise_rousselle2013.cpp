#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/render/denoise_rousselle2013.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kWindow = 6;  // pixels to each side
constexpr Index kPatch = 1;
constexpr Index kMargin = kWindow + kPatch;
constexpr Index kTile = 48;  // pixels along the edge of the square that one thread takes
constexpr Index kTileRow = kTile + 2 * kPatch;
constexpr Real kColour = 0.5f;            // k_c
constexpr Real kFeature = 0.7f;           // k_f
constexpr Real kLeastVariance = 1e-5f;    // e
constexpr Real kLeastDifference = 1e-3f;  // t

// One number per pixel, with a margin of copies of the border, so that windows need no questions.
class Plane {
public:
    Plane(Index width, Index height)
        : stride_(width + 2 * kMargin), values_(static_cast<std::size_t>(stride_) * (height + 2 * kMargin)) {}
    template <class F>
    Plane(Index width, Index height, F&& value) : Plane(width, height) {
        parallel_for(
            "plane", height + 2 * kMargin,
            [&](Index row) {
                const Index y = std::clamp(row - kMargin, 0, height - 1);
                for (Index x = -kMargin; x < width + kMargin; ++x)
                    values_[static_cast<std::size_t>(row) * stride_ + x + kMargin] =
                        value(std::clamp(x, 0, width - 1), y);
            },
            16);
    }
    const Real* at(Index x, Index y) const {
        return &values_[static_cast<std::size_t>(y + kMargin) * stride_ + x + kMargin];
    }

private:
    Index stride_;
    std::vector<Real> values_;
};

// A picture's value and the variance of it, each three planes.
struct Channel {
    Plane value;
    Plane variance;
};

Image box_mean(const Image& image, Index radius) {
    Image across(image.width, image.height);
    Image mean(image.width, image.height);
    const auto smooth = [&](const Image& from, Image& to, Index dx, Index dy) {
        parallel_for(
            "box mean", from.height,
            [&](Index y) {
                for (Index x = 0; x < from.width; ++x) {
                    Vec3 sum = Vec3::Zero();
                    for (Index k = -radius; k <= radius; ++k)
                        sum += from.at(std::clamp(x + k * dx, 0, from.width - 1),
                                       std::clamp(y + k * dy, 0, from.height - 1));
                    to.at(x, y) = sum / static_cast<Real>(2 * radius + 1);
                }
            },
            16);
    };
    smooth(image, across, 1, 0);
    smooth(across, mean, 0, 1);
    return mean;
}

// (a - b)^2 / 2: the variance of each half by their difference, right in the mean but noisy.
Image dual_variance(const Image& a, const Image& b) {
    Image result(a.width, a.height);
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
        result.pixels[i] = 0.5f * (a.pixels[i] - b.pixels[i]).array().square();
    return result;
}

// Samples that are spread evenly have less variance than their differences tell: scaled to what the two halves
// show around each pixel (Rousselle 2012, section 5).
Image true_variance(const NoisyImage& noisy) {
    const Image shown = box_mean(dual_variance(noisy.halves[0].light, noisy.halves[1].light), 5);
    const Image told = box_mean(noisy.variance, 5);
    Image result = noisy.variance;
    for (std::size_t i = 0; i < result.pixels.size(); ++i)
        result.pixels[i].array() *= shown.pixels[i].array() / (told.pixels[i].array() + 1e-12f);
    return result;
}

std::vector<Channel> channels_of(const Image& value, const Image& variance) {
    std::vector<Channel> channels;
    for (int c = 0; c < 3; ++c)
        channels.push_back({Plane(value.width, value.height, [&](Index x, Index y) { return value.at(x, y)[c]; }),
                            Plane(value.width, value.height, [&](Index x, Index y) { return variance.at(x, y)[c]; })});
    return channels;
}

// The mean of both halves; half of the variance of one.
void add_feature(const Image& a, const Image& b, std::vector<Channel>& features) {
    Image mean(a.width, a.height);
    for (std::size_t i = 0; i < mean.pixels.size(); ++i) mean.pixels[i] = 0.5f * (a.pixels[i] + b.pixels[i]);
    Image variance = box_mean(dual_variance(a, b), 1);
    for (Vec3& v : variance.pixels) v *= 0.5f;
    for (Channel& channel : channels_of(mean, variance)) features.push_back(std::move(channel));
}

Real falloff(Real x) {
    const Real a = std::max(1.0f - 0.25f * std::max(x, 0.0f), 0.0f);
    return a * a * a * a;
}

using TileRows = std::array<Real, kTileRow * kTileRow>;

class Filter {
public:
    explicit Filter(const NoisyImage& noisy) : width_(noisy.variance.width), height_(noisy.variance.height) {
        const Image variance = true_variance(noisy);
        for (const NoisyImage::Half& half : noisy.halves) light_.push_back(channels_of(half.light, variance));
        add_feature(noisy.halves[0].albedo, noisy.halves[1].albedo, features_);
        add_feature(noisy.halves[0].normal, noisy.halves[1].normal, features_);
    }

    Image filtered() const {
        Image result(width_, height_);
        const Index columns = (width_ + kTile - 1) / kTile;
        const Index rows = (height_ + kTile - 1) / kTile;
        parallel_chunks("filter", columns * rows, 1, [&](std::ptrdiff_t tile, std::ptrdiff_t, std::ptrdiff_t) {
            filter_tile(static_cast<Index>(tile) % columns * kTile, static_cast<Index>(tile) / columns * kTile, result);
        });
        return result;
    }

private:
    struct Sums {
        std::array<Real, kTile * kTile> red{}, green{}, blue{}, weight{};
    };

    void filter_tile(Index x0, Index y0, Image& result) const {
        std::array<Sums, 2> sums;
        std::array<Real, kTile * kTile> feature_weight;
        TileRows distance;
        const Index width = std::min(kTile, width_ - x0);
        const Index height = std::min(kTile, height_ - y0);
        for (Index dy = -kWindow; dy <= kWindow; ++dy)
            for (Index dx = -kWindow; dx <= kWindow; ++dx) {
                weigh_features({x0, y0}, {width, height}, {dx, dy}, feature_weight);
                for (int half = 0; half < 2; ++half) {
                    measure_light(light_[1 - half], {x0, y0}, {width, height}, {dx, dy}, distance);
                    add(light_[half], {x0, y0}, {width, height}, {dx, dy}, distance, feature_weight, sums[half]);
                }
            }
        for (Index y = 0; y < height; ++y)
            for (Index x = 0; x < width; ++x) {
                const Index i = y * kTile + x;
                Vec3 mean = Vec3::Zero();
                for (const Sums& s : sums) mean += Vec3(s.red[i], s.green[i], s.blue[i]) / s.weight[i];
                result.at(x0 + x, y0 + y) = 0.5f * mean;
            }
    }

    using Pair = std::array<Index, 2>;

    // d^2 on the tile and a patch around it.
    static void measure_light(const std::vector<Channel>& light, Pair corner, Pair size, Pair offset,
                              TileRows& distance) {
        const Index n = size[0] + 2 * kPatch;
        for (Index y = 0; y < size[1] + 2 * kPatch; ++y) {
            Real* d = &distance[static_cast<std::size_t>(y) * kTileRow];
            std::fill_n(d, n, 0.0f);
            const Index px = corner[0] - kPatch, py = corner[1] - kPatch + y;
            for (const Channel& c : light) {
                const Real* u_p = c.value.at(px, py);
                const Real* u_q = c.value.at(px + offset[0], py + offset[1]);
                const Real* v_p = c.variance.at(px, py);
                const Real* v_q = c.variance.at(px + offset[0], py + offset[1]);
                for (Index x = 0; x < n; ++x) {
                    const Real difference = u_p[x] - u_q[x];
                    const Real noise = v_p[x] + std::min(v_p[x], v_q[x]);
                    d[x] += (difference * difference - noise) /
                            (kLeastVariance + kColour * kColour * (v_p[x] + v_q[x])) * (1.0f / 3.0f);
                }
            }
        }
    }

    void weigh_features(Pair corner, Pair size, Pair offset, std::array<Real, kTile * kTile>& weight) const {
        for (Index y = 0; y < size[1]; ++y) {
            Real* w = &weight[static_cast<std::size_t>(y) * kTile];
            std::fill_n(w, size[0], 0.0f);
            for (const Channel& c : features_) {
                const Real* f_p = c.value.at(corner[0], corner[1] + y);
                const Real* f_q = c.value.at(corner[0] + offset[0], corner[1] + y + offset[1]);
                const Real* v_p = c.variance.at(corner[0], corner[1] + y);
                const Real* v_q = c.variance.at(corner[0] + offset[0], corner[1] + y + offset[1]);
                for (Index x = 0; x < size[0]; ++x) {
                    const Real difference = f_p[x] - f_q[x];
                    const Real noise = v_p[x] + std::min(v_p[x], v_q[x]);
                    w[x] = std::max(w[x], (difference * difference - noise) /
                                              (kFeature * kFeature * (kLeastDifference + v_p[x] + v_q[x])));
                }
            }
            for (Index x = 0; x < size[0]; ++x) w[x] = falloff(w[x]);
        }
    }

    static void add(const std::vector<Channel>& light, Pair corner, Pair size, Pair offset, const TileRows& distance,
                    const std::array<Real, kTile * kTile>& feature_weight, Sums& sums) {
        constexpr Real share = 1.0f / ((2 * kPatch + 1) * (2 * kPatch + 1));
        for (Index y = 0; y < size[1]; ++y) {
            const Real* d = &distance[static_cast<std::size_t>(y) * kTileRow];
            const Real* q[3];
            for (int c = 0; c < 3; ++c) q[c] = light[c].value.at(corner[0] + offset[0], corner[1] + y + offset[1]);
            const std::size_t row = static_cast<std::size_t>(y) * kTile;
            for (Index x = 0; x < size[0]; ++x) {
                Real patch = 0.0f;
                for (Index k = 0; k <= 2 * kPatch; ++k)
                    patch += d[k * kTileRow + x] + d[k * kTileRow + x + 1] + d[k * kTileRow + x + 2];
                const Real w = std::min(falloff(share * patch), feature_weight[row + x]);
                sums.red[row + x] += w * q[0][x];
                sums.green[row + x] += w * q[1][x];
                sums.blue[row + x] += w * q[2][x];
                sums.weight[row + x] += w;
            }
        }
    }

    Index width_;
    Index height_;
    std::vector<std::vector<Channel>> light_;  // of each half
    std::vector<Channel> features_;
};

}  // namespace

NoisyImage::NoisyImage(Index width, Index height, Index samples_)
    : halves{Half(width, height), Half(width, height)},
      samples{samples_ - samples_ / 2, samples_ / 2},
      variance(width, height) {}

void NoisyImage::finish_pixel(Index x, Index y, const Vec3& squares) {
    const auto n = static_cast<Real>(samples[0] + samples[1]);
    const Vec3 sum = halves[0].light.at(x, y) + halves[1].light.at(x, y);
    const Vec3 of_one = (squares - sum.cwiseAbs2() / n).cwiseMax(0.0f) / std::max(n - 1.0f, 1.0f);
    variance.at(x, y) = of_one / std::max(0.5f * n, 1.0f);
    for (int h = 0; h < 2; ++h)
        for (Image* image : {&halves[h].light, &halves[h].albedo, &halves[h].normal})
            image->at(x, y) /= static_cast<Real>(std::max(samples[h], 1));
}

Image NoisyImage::mean() const {
    Image result = halves[0].light;
    const Real share = static_cast<Real>(samples[0]) / static_cast<Real>(samples[0] + samples[1]);
    for (std::size_t i = 0; i < result.pixels.size(); ++i)
        result.pixels[i] = share * halves[0].light.pixels[i] + (1.0f - share) * halves[1].light.pixels[i];
    return result;
}

Image denoise(const NoisyImage& noisy) {
    const ProfileScope scope("denoise");
    return Filter(noisy).filtered();
}

}  // namespace lamella
