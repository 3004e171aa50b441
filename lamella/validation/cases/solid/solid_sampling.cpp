// Solids sampled by an octree beside those on a lattice (Keiser 2006, 5.7), and solids whose particles come and go.
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>
#include <lamella/validation/cases/solid/static_solid.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ctime>
#include <numbers>

namespace lamella {
namespace {

constexpr double kE = 1e5, kNu = 0.3, kDensity = 1000.0, kWeight = 1e-3;
constexpr std::array kSamplings{"regular", "octree"};

ElasticityKeiser2006 sampled_box(const Run& run, int across, double length, const char* sampling) {
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = 1.0 / across;
    scene.solids = fmt::format(
        R"({{"name": "box", "youngs_modulus": {}, "sampling": "{}",
            "shape": {{"type": "box", "min": [0, 0, 0], "max": [{}, 1, 1]}}}})",
        kE, sampling, length);
    return world_of(run, scene).get<SolidSolver>().solids()[0].elasticity();
}

// From the lowest corner of the box.
Vec3d place(const RestShape& shape, Index i) { return shape.place(i).cast<double>() - Vec3d::Constant(4.0); }

// The slope of a straight line through the particles in the middle half of the bar, by their volumes.
template <class X, class U>
double slope(const RestShape& shape, double length, X&& x_of, U&& u_of) {
    double xx = 0.0, xu = 0.0, x1 = 0.0, u1 = 0.0, n = 0.0;
    for (Index i = 0; i < shape.size(); ++i) {
        if (std::abs(place(shape, i).x() - 0.5 * length) > 0.25 * length) continue;
        const double w = shape.volume(i), x = x_of(i), u = u_of(i);
        xx += w * x * x, xu += w * x * u, x1 += w * x, u1 += w * u, n += w;
    }
    return (xu - x1 * u1 / n) / (xx - x1 * x1 / n);
}

// A free bar of 4 : 1 whose ends are pulled by a stress of 1.
void measure_bar(const Run& run, int across, const char* sampling, CaseResult& result) {
    const double d = 1.0 / across, length = 4.0;
    const ElasticityKeiser2006 elasticity = sampled_box(run, across, length, sampling);
    const RestShape& shape = elasticity.shape();
    StaticSolid solid(elasticity);
    std::vector<Vec3d> loads(static_cast<std::size_t>(shape.size()), Vec3d::Zero());
    for (Index i = 0; i < shape.size(); ++i) {
        if (place(shape, i).x() < d) loads[i].x() = -d * d;
        if (place(shape, i).x() > length - d) loads[i].x() = d * d;
    }
    solid.solve(run, loads, [](Index) { return true; });
    const auto along = [&](int axis) {
        return slope(
            shape, length, [&](Index i) { return place(shape, i)[axis]; },
            [&](Index i) { return solid.displacements()[i][axis]; });
    };
    const std::string name = fmt::format("{}, bar {} across, {} particles: ", sampling, across, shape.size());
    result.measurements.push_back({name + "Young's modulus over that asked", "1", 1.0 / (along(0) * kE), 1.0,
                                   absolute(0.02), "note to Keiser 2006: octree"});
    result.measurements.push_back(
        {name + "Poisson's ratio", "1", -along(1) / along(0), kNu, absolute(0.005), "note to Keiser 2006: octree"});
}

struct Beam {
    double sag = 0.0;      // over Timoshenko's
    double period = 0.0;   // over that of the first mode
    double seconds = 0.0;  // of the processor, for the solution
    Index particles = 0;
};

// A cantilever of 10 : 1 in balance under its own weight. Its period is that of Rayleigh's quotient of the sag, which
// for an exact beam is 0.4 % short.
Beam bent_beam(const Run& run, int across, const char* sampling) {
    constexpr double kLength = 10.0, kRayleigh = 3.5300 / 3.5160, I = 1.0 / 12.0;
    const double d = 1.0 / across, fixed = 4.0 * d;
    const ElasticityKeiser2006 elasticity = sampled_box(run, across, kLength + fixed, sampling);
    const RestShape& shape = elasticity.shape();
    std::vector<Vec3d> loads(static_cast<std::size_t>(shape.size()), Vec3d::Zero());
    for (Index i = 0; i < shape.size(); ++i) loads[i].y() = -kDensity * kWeight * shape.volume(i);
    StaticSolid solid(elasticity);
    const std::clock_t start = std::clock();
    solid.solve(run, loads, [&](Index i) { return place(shape, i).x() > fixed; });
    Beam beam;
    beam.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    beam.particles = shape.size();
    double last = 0.0, before = 0.0, lasts = 0.0, befores = 0.0, work = 0.0, swing = 0.0;
    for (Index i = 0; i < shape.size(); ++i) {
        const double behind = (kLength + fixed - place(shape, i).x()) / d, u = -solid.displacements()[i].y();
        if (std::abs(behind - 0.5) < 0.1) last += u, lasts += 1.0;
        if (std::abs(behind - 1.5) < 0.1) before += u, befores += 1.0;
        work += shape.volume(i) * kWeight * u;
        swing += shape.volume(i) * solid.displacements()[i].squaredNorm();
    }
    const double q = kDensity * kWeight, shear = kE / (2.0 * (1.0 + kNu)),
                 kappa = 10.0 * (1.0 + kNu) / (12.0 + 11.0 * kNu), euler = q * std::pow(kLength, 4) / (8.0 * kE * I),
                 sag = euler + q * kLength * kLength / (2.0 * kappa * shear);
    beam.sag = (1.5 * last / lasts - 0.5 * before / befores) / sag;
    const double rate = std::sqrt(work / swing) / kRayleigh,
                 exact = 3.516 / (kLength * kLength) * std::sqrt(kE * I / kDensity) / std::sqrt(sag / euler);
    beam.period = exact / rate;
    return beam;
}

void measure_beams(const Run& run, int across, CaseResult& result) {
    std::vector<Beam> beams;
    for (const char* sampling : kSamplings) {
        const Beam& beam = beams.emplace_back(bent_beam(run, across, sampling));
        const std::string name =
            fmt::format("{}, beam of 10 : 1, {} across, {} particles: ", sampling, across, beam.particles);
        result.measurements.push_back(
            {name + "sag over Timoshenko's", "1", beam.sag, 1.0, absolute(0.05), "in balance"});
        result.measurements.push_back({name + "period over that of the first mode", "1", beam.period, 1.0,
                                       absolute(0.03), "Euler and Bernoulli, with shear; Rayleigh's quotient"});
    }
    result.measurements.push_back({fmt::format("octree, beam {} across: particles over those of the lattice", across),
                                   "1", static_cast<double>(beams[1].particles) / beams[0].particles, 0.8,
                                   upper_bound(), "fewer are the point of it"});
    result.measurements.push_back(
        {fmt::format("octree, beam {} across: time of the solution over the lattice's", across), "1",
         beams[1].seconds / beams[0].seconds, 0.0, reported(), "CPU time"});
}

}  // namespace

void measure_solid_sampling(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const int across = options.full ? 12 : 8;
    for (const char* sampling : kSamplings) measure_bar(run, across, sampling, result);
    measure_beams(run, across, result);
}

}  // namespace lamella
