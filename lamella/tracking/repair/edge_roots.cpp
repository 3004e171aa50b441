#include <lamella/tracking/repair/edge_roots.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kEnd = 0.1;
constexpr int kSteps = 4;

double clamped(double along) { return std::clamp(along, kEnd, 1.0 - kEnd); }

Vec3d place_on(const GridEdge& edge, double along) {
    Vec3d place = edge.node.cast<double>();
    place[edge.axis] += along;
    return place;
}

// A bracket that regula falsi narrows; an end that stays twice has its value halved.
struct Bracket {
    double a = 0.0, b = 1.0, value_a, value_b;
    int kept = 0;

    double guess() const { return (a * value_b - b * value_a) / (value_b - value_a); }
    void take(double x, double value) {
        if ((value > 0.0) == (value_b > 0.0)) {
            b = x;
            value_b = value;
            if (kept == 1) value_a *= 0.5;
            kept = 1;
        } else {
            a = x;
            value_a = value;
            if (kept == 2) value_b *= 0.5;
            kept = 2;
        }
    }
};

}  // namespace

std::vector<double> RootsOfField::values(std::span<const GridEdge> edges, std::span<const double> along) const {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < edges.size(); ++i) points.push_back(grid_.position(place_on(edges[i], along[i])));
    std::vector<LevelSample> samples(points.size());
    phi_.evaluate(points, samples);
    std::vector<double> result;
    for (const LevelSample& sample : samples) result.push_back(sample.value);
    return result;
}

std::vector<double> RootsOfField::find(std::span<const GridEdge> edges, std::span<const char>) const {
    const std::size_t n = edges.size();
    std::vector<double> along(n, 0.0);
    const std::vector<double> low = values(edges, along);
    std::fill(along.begin(), along.end(), 1.0);
    const std::vector<double> high = values(edges, along);
    std::vector<Bracket> brackets(n);
    for (std::size_t i = 0; i < n; ++i) {
        brackets[i].value_a = low[i];
        brackets[i].value_b = high[i];
    }
    const auto has_root = [&](std::size_t i) { return (low[i] > 0.0) != (high[i] > 0.0); };
    const auto guess = [&](std::size_t i) {
        if (!has_root(i)) return std::abs(low[i]) < std::abs(high[i]) ? 0.0 : 1.0;
        return std::clamp(brackets[i].guess(), 0.0, 1.0);
    };
    for (int step = 0; step < kSteps; ++step) {
        for (std::size_t i = 0; i < n; ++i) along[i] = guess(i);
        const std::vector<double> value = values(edges, along);
        for (std::size_t i = 0; i < n; ++i)
            if (has_root(i)) brackets[i].take(along[i], value[i]);
    }
    for (std::size_t i = 0; i < n; ++i) along[i] = clamped(guess(i));
    return along;
}

std::vector<char> RootsOfField::inside(std::span<const Vec3d> places) const {
    std::vector<Vec3> points;
    for (const Vec3d& place : places) points.push_back(grid_.position(place));
    std::vector<LevelSample> samples(points.size());
    phi_.evaluate(points, samples);
    std::vector<char> result;
    for (const LevelSample& sample : samples) result.push_back(sample.value > 0.0f);
    return result;
}

RootsOfMesh::RootsOfMesh(const ConnectedMesh& mesh, const MeshRaster& raster) : raster_(raster) {
    corners_.reserve(static_cast<std::size_t>(mesh.face_slots()));
    for (Index f = 0; f < mesh.face_slots(); ++f) corners_.push_back(mesh.corners(f));
}

std::vector<double> RootsOfMesh::find(std::span<const GridEdge> edges, std::span<const char> lower_inside) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto crossings = raster_.crossings_of(edges[i], corners_);
        Index w = raster_.winding(edges[i].node);
        double along = 0.5;
        for (const LineCrossing& crossing : crossings) {
            const bool was_inside = w >= 1;
            w -= crossing.sign;
            if (was_inside == (lower_inside[i] != 0) && (w >= 1) != was_inside)
                along = crossing.at - edges[i].node[edges[i].axis];
        }
        result.push_back(clamped(along));
    }
    return result;
}

std::vector<char> RootsOfMesh::inside(std::span<const Vec3d> places) const {
    return std::vector<char>(places.size(), 0);
}

}  // namespace lamella
