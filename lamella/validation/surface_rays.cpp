#include <lamella/validation/surface_rays.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

constexpr double kStep = 0.05;
constexpr int kBisections = 12;

std::vector<FieldSample> samples_at(const ImplicitField& field, const std::vector<MeasuringRay>& rays,
                                    const std::vector<std::size_t>& which, const std::vector<double>& along) {
    std::vector<Vec3> points;
    points.reserve(which.size());
    for (const std::size_t r : which) points.emplace_back((rays[r].origin + along[r] * rays[r].direction).cast<Real>());
    return field.samples(points);
}

}  // namespace

std::vector<Entry> first_entries(const ImplicitField& field, const std::vector<MeasuringRay>& rays, double length) {
    std::vector<double> along(rays.size(), 0.0);
    std::vector<std::size_t> outside(rays.size());
    for (std::size_t r = 0; r < rays.size(); ++r) outside[r] = r;
    std::vector<std::size_t> entered;
    for (double t = 0.0; t <= length && !outside.empty(); t += kStep) {
        for (const std::size_t r : outside) along[r] = t;
        const auto found = samples_at(field, rays, outside, along);
        std::vector<std::size_t> rest;
        for (std::size_t k = 0; k < outside.size(); ++k)
            (found[k].value >= field.level() ? entered : rest).push_back(outside[k]);
        outside = std::move(rest);
    }
    std::vector<Entry> entries(rays.size(), {std::numeric_limits<double>::quiet_NaN(), Vec3::Zero()});
    double step = kStep;
    for (const std::size_t r : entered) along[r] -= 0.5 * step;
    for (int round = 0; round < kBisections; ++round) {
        const auto found = samples_at(field, rays, entered, along);
        step *= 0.5;
        for (std::size_t k = 0; k < entered.size(); ++k) {
            entries[entered[k]] = {along[entered[k]], found[k].gradient};
            along[entered[k]] += (found[k].value >= field.level() ? -0.5 : 0.5) * step;
        }
    }
    return entries;
}

RayStatistics ray_statistics(const std::vector<MeasuringRay>& rays, const std::vector<Entry>& entries,
                             double expected) {
    RayStatistics s;
    double hits = 0.0;
    double sum = 0.0;
    double squares = 0.0;
    double angles = 0.0;
    for (std::size_t r = 0; r < rays.size(); ++r) {
        if (std::isnan(entries[r].along)) continue;
        const double offset = expected - entries[r].along;
        const double cosine = rays[r].direction.dot(entries[r].gradient.cast<double>().normalized());
        hits += 1.0;
        sum += offset;
        squares += offset * offset;
        angles += std::pow(std::acos(std::clamp(cosine, -1.0, 1.0)), 2);
    }
    s.missed = 1.0 - hits / static_cast<double>(rays.size());
    s.mean = sum / hits;
    s.rms = std::sqrt(std::max(0.0, squares / hits - s.mean * s.mean));
    s.angle = std::sqrt(angles / hits) * 180.0 / std::numbers::pi;
    for (const Entry& e : entries)
        if (!std::isnan(e.along)) s.largest = std::max(s.largest, std::abs(expected - e.along - s.mean));
    return s;
}

std::vector<MeasuringRay> rays_to_origin(double from, Index count) {
    std::vector<MeasuringRay> rays;
    const double golden = std::numbers::pi * (3.0 - std::sqrt(5.0));
    for (Index k = 0; k < count; ++k) {
        const double z = 1.0 - (2.0 * k + 1.0) / count;
        const double across = std::sqrt(1.0 - z * z);
        const Vec3d out(across * std::cos(golden * k), across * std::sin(golden * k), z);
        rays.push_back({from * out, -out});
    }
    return rays;
}

std::vector<MeasuringRay> vertical_rays(double from, bool down, double half_width, Index side) {
    std::vector<MeasuringRay> rays;
    for (Index i = 0; i < side; ++i)
        for (Index k = 0; k < side; ++k) {
            const double x = half_width * ((2.0 * i + 1.0) / side - 1.0);
            const double z = half_width * ((2.0 * k + 1.0) / side - 1.0);
            rays.push_back({Vec3d(x, from, z), Vec3d(0, down ? -1 : 1, 0)});
        }
    return rays;
}

}  // namespace lamella
