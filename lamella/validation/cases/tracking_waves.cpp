// Capillary waves on meshes that stand still: the frequencies of plane waves on a flat patch and of a mode of a ball
// against those of the discrete operator and of deep liquid, the bound of the step, and the sum of the heights. Lengths
// are in target edges l, sigma / rho is 1, waves are matched at 12 l.
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/tracking/waves/capillary_waves.hpp>
#include <lamella/tracking/waves/mesh_regions.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr const char* kTrial = "measured with a trial program before this one";
constexpr double kLength = 12.0;

// Equilateral triangles with edges of 1 over four wave lengths, straight at their ends.
ConnectedMesh strip(int length) {
    constexpr Index kRows = 16;
    const Index columns = 4 * length;
    TriangleMesh mesh;
    for (Index j = 0; j <= kRows; ++j)
        for (Index i = 0; i <= columns; ++i)
            mesh.positions.emplace_back(static_cast<Real>(i) + (j % 2 ? 0.5f : 0.0f),
                                        static_cast<Real>(j) * 0.5f * std::numbers::sqrt3_v<Real>, 0.0f);
    const auto at = [&](Index i, Index j) { return j * (columns + 1) + i; };
    for (Index j = 0; j < kRows; ++j)
        for (Index i = 0; i < columns; ++i) {
            const Index a = at(i, j), b = at(i + 1, j), c = at(i, j + 1), d = at(i + 1, j + 1);
            if (j % 2 == 0) {
                mesh.triangles.emplace_back(a, b, c);
                mesh.triangles.emplace_back(b, d, c);
            } else {
                mesh.triangles.emplace_back(a, b, d);
                mesh.triangles.emplace_back(a, d, c);
            }
        }
    return ConnectedMesh(mesh);
}

// The frequency of a wave along the strip, from the operator at a vertex in the middle of it.
double frequency(int length) {
    const ConnectedMesh mesh = strip(length);
    const SurfaceLaplacian laplacian(mesh);
    const double k = 2.0 * std::numbers::pi / length;
    const auto middle = static_cast<Index>((8 * (4 * length + 1)) + 2 * length);
    const double x = mesh.positions[middle].x();
    std::vector<double> wave;
    for (const Vec3& p : mesh.positions) wave.push_back(std::cos(k * (p.x() - x)));
    const double lambda = -laplacian.at(middle, wave.data());
    return WaveLaw::of_liquid(1.0, kLength, 0.0, 0.0).frequency(lambda);
}

// Of an equilateral mesh along its edges.
double discrete_frequency(int length) {
    const double k = 2.0 * std::numbers::pi / length;
    const double lambda = 2.0 / 3.0 * (2.0 * (1.0 - std::cos(k)) + 4.0 * (1.0 - std::cos(0.5 * k)));
    return WaveLaw::of_liquid(1.0, kLength, 0.0, 0.0).frequency(lambda);
}

void measure_frequencies(CaseResult& result) {
    Series measured{"on the mesh", Series::Mark::dots, {}}, deep{"deep liquid", Series::Mark::line, {}};
    for (const int length : {6, 8, 12, 16}) {
        const double k = 2.0 * std::numbers::pi / length, ours = frequency(length), theirs = std::sqrt(k * k * k);
        measured.points.emplace_back(length, ours);
        deep.points.emplace_back(length, theirs);
        const std::string name = fmt::format("waves of {} l: frequency over that ", length);
        result.measurements.push_back({name + "of the equilateral mesh", "1", ours / discrete_frequency(length), 1.0,
                                       absolute(0.01), "its eigenvalue along an edge"});
        result.measurements.push_back(
            {name + "of deep liquid", "1", ours / theirs, 1.0, absolute(0.08), "omega^2 = sigma k^3 / rho"});
    }
    result.plots.push_back({"frequency of waves", "length (l)", "sqrt(sigma / (rho l^3))", {measured, deep}});
}

void measure_stability(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const ConnectedMesh mesh(triangulate(SphereShape{Vec3::Zero(), 8.0f}, 1.0f));
    const SurfaceLaplacian laplacian(mesh);
    const WaveLaw law = WaveLaw::of_liquid(1.0, kLength, 0.0, 0.1);
    std::vector<double> start;
    for (Index v = 0; v < laplacian.size(); ++v) start.push_back(v % 2 == 0 ? 0.1 : -0.1);
    MeshRegions(mesh, laplacian.areas()).remove_means(start);
    WaveHeights waves{start, std::vector<double>(start.size(), 0.0)};
    const double dt = longest_wave_step(laplacian, law);
    double largest = 0.0;
    const Index rounds = options.full ? 1000 : 100;
    for (Index round = 0; round < rounds; ++round) {
        run.throw_if_stopped();
        step_waves(laplacian, law, dt, 100, waves);
        for (const double h : waves.height) largest = std::max(largest, std::abs(h));
    }
    double sum = 0.0, area = 0.0;
    for (Index v = 0; v < laplacian.size(); ++v) {
        sum += laplacian.areas()[v] * waves.height[v];
        area += laplacian.areas()[v];
    }
    const std::string name = fmt::format("{} longest steps of noise of 0.1 without damping: ", 100 * rounds);
    result.measurements.push_back({name + "highest", "l", largest, 5.0, upper_bound(), "bounded"});
    result.measurements.push_back(
        {name + "sum of heights over the area", "l", std::abs(sum) / area, 1e-12, upper_bound(), kTrial});
}

}  // namespace

void measure_tracking_waves(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_frequencies(result);
    measure_stability(run, options, result);
}

}  // namespace lamella
