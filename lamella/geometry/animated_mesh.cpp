#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/animated_mesh.hpp>
#include <lamella/geometry/cubic_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace lamella {
namespace {

// A value that is a weighted sum of the values at up to four keys, and its rate.
struct KeyWeights {
    std::size_t first = 0;
    std::size_t count = 1;
    std::array<double, 4> value{1.0, 0.0, 0.0, 0.0};
    std::array<double, 4> rate{};

    void add(std::size_t key, double to_value, double to_rate) {
        value[key - first] += to_value;
        rate[key - first] += to_rate;
    }
};

// Adds factors times the slope at a key, which is the mean of the slopes before and after it, each weighted with the
// length of the other interval.
void add_slope(std::span<const double> times, std::size_t key, double to_value, double to_rate, KeyWeights& weights) {
    const bool begins = key == 0, ends = key + 1 == times.size();
    const double h0 = begins ? 0.0 : times[key] - times[key - 1], h1 = ends ? 0.0 : times[key + 1] - times[key];
    const double before = begins ? 0.0 : ends ? 1.0 / h0 : h1 / ((h0 + h1) * h0);
    const double after = ends ? 0.0 : begins ? 1.0 / h1 : h0 / ((h0 + h1) * h1);
    if (!begins) weights.add(key - 1, -before * to_value, -before * to_rate);
    weights.add(key, (before - after) * to_value, (before - after) * to_rate);
    if (!ends) weights.add(key + 1, after * to_value, after * to_rate);
}

KeyWeights cubic_weights(std::span<const double> times, std::size_t k, double h, double s) {
    KeyWeights weights;
    weights.first = k == 0 ? 0 : k - 1;
    weights.count = std::min(k + 3, times.size()) - weights.first;
    weights.value = {};
    const HermiteCubic a{1, 0, 0, 0, h}, b{0, 1, 0, 0, h}, u{0, 0, 1, 0, h}, v{0, 0, 0, 1, h};
    weights.add(k, a.value(s), a.slope(s));
    weights.add(k + 1, b.value(s), b.slope(s));
    add_slope(times, k, u.value(s), u.slope(s), weights);
    add_slope(times, k + 1, v.value(s), v.slope(s), weights);
    return weights;
}

KeyWeights weights_at(std::span<const double> times, Interpolation interpolation, double t) {
    const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
    KeyWeights weights;
    weights.first = after == 0 ? 0 : after - 1;
    if (after == 0 || after == times.size()) return weights;
    const double h = times[after] - times[after - 1];
    const double s = (t - times[after - 1]) / h;
    if (interpolation == Interpolation::cubic) return cubic_weights(times, after - 1, h, s);
    weights.count = 2;
    weights.value = {1.0 - s, s};
    weights.rate = {-1.0 / h, 1.0 / h};
    return weights;
}

std::vector<Vec3> weighted(const std::vector<std::vector<Vec3>>& keys, std::size_t first, std::size_t count,
                           const std::array<double, 4>& weights) {
    if (keys.empty()) return {};
    std::vector<Vec3> result(keys.front().size());
    parallel_for("animated mesh", static_cast<Index>(result.size()), [&](Index i) {
        Vec3d sum = Vec3d::Zero();
        for (std::size_t k = 0; k < count; ++k)
            sum += weights[k] * keys[first + k][static_cast<std::size_t>(i)].cast<double>();
        result[static_cast<std::size_t>(i)] = sum.cast<Real>();
    });
    return result;
}

// In the words of a sentence that begins with the file; empty when the triangles are the same.
std::string difference(const TriangleMesh& mesh, std::size_t vertices, const std::vector<Vec3i>& triangles) {
    if (mesh.positions.size() != vertices)
        return fmt::format("{} vertices, the first mesh of the animation has {}", mesh.positions.size(), vertices);
    if (mesh.triangles.size() != triangles.size())
        return fmt::format("{} triangles, the first mesh of the animation has {}", mesh.triangles.size(),
                           triangles.size());
    const auto [here, first] = std::mismatch(mesh.triangles.begin(), mesh.triangles.end(), triangles.begin());
    if (here == mesh.triangles.end()) return {};
    return fmt::format("triangle {} has other corners than in the first mesh of the animation",
                       here - mesh.triangles.begin());
}

}  // namespace

void AnimatedMesh::add(double time, const TriangleMesh& mesh, const std::string& name) {
    if (!times_.empty()) {
        if (!(time > times_.back()))
            throw InputError(
                fmt::format("{}: {} s is not after the {} s of the mesh before it", name, time, times_.back()));
        const std::string fault = difference(mesh, positions_.front().size(), triangles_);
        if (!fault.empty()) throw InputError(fmt::format("{}: {}", name, fault));
    } else {
        triangles_ = mesh.triangles;
    }
    times_.push_back(time);
    positions_.push_back(mesh.positions);
}

bool AnimatedMesh::moves() const {
    return std::adjacent_find(positions_.begin(), positions_.end(), std::not_equal_to{}) != positions_.end();
}

std::vector<Vec3> AnimatedMesh::positions(double t) const {
    const KeyWeights weights = weights_at(times_, interpolation_, t);
    return weighted(positions_, weights.first, weights.count, weights.value);
}

std::vector<Vec3> AnimatedMesh::velocities(double t) const {
    const KeyWeights weights = weights_at(times_, interpolation_, t);
    return weighted(positions_, weights.first, weights.count, weights.rate);
}

Real AnimatedMesh::speed_bound() const {
    Real fastest = 0.0f;
    for (std::size_t k = 0; k + 1 < times_.size(); ++k) {
        // A velocity is a parabola in time within an interval: none of its values is longer than the longest of its
        // three Bezier points, the two ends and what the middle adds to their mean, twice.
        const double a = times_[k], b = times_[k + 1];
        const std::array at{velocities(a), velocities(0.5 * (a + b)), velocities(std::nextafter(b, a))};
        fastest = std::max(fastest, parallel_max(
                                        "animated mesh", vertex_count(),
                                        [&](Index index) {
                                            const auto i = static_cast<std::size_t>(index);
                                            const Vec3 inner = 2.0f * at[1][i] - 0.5f * (at[0][i] + at[2][i]);
                                            return std::max({at[0][i].norm(), inner.norm(), at[2][i].norm()});
                                        },
                                        0.0f));
    }
    return fastest;
}

}  // namespace lamella
