// A stream that falls out of a nozzle of 4 cm at 0.3 m/s: it stays whole and its area follows its speed. Steady flow
// has A v = Q at every height, and v^2 = v0^2 + 2 g z where the stream is slender.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/fragments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kRadius = 0.02, kSpeed = 0.3, kGravity = 9.81;
constexpr double kMouth = 0.6;    // m above the floor, which is open
constexpr double kFall = 0.5;     // m; a stream of 10 particles across is 3.1 thick then
constexpr double kSlab = 0.01;    // m to both sides of a height
constexpr double kSteady = 0.45;  // s
constexpr double kEvery = 0.01;   // s between two samples
constexpr double kEnd = 0.7;

struct StreamBars {
    double link;      // spacings; what is nearer hangs together
    double thinnest;  // particles; thinner streams are reported
};
template <class S>
constexpr StreamBars kBars{2.0, 3.2};  // by links of a cell
template <>
constexpr StreamBars kBars<SphSolver>{1.5, 3.0};

// The nozzle points down, or sideways along x.
struct Stream {
    const char* name;
    const char* emitter;
    double across;  // particles
    double down;    // m/s, of the speed at the mouth

    double speed(double depth) const { return std::sqrt(down * down + 2.0 * kGravity * depth); }
    // How many particles it is thick. One that points down becomes thinner all round; the parabolas of one that points
    // sideways keep their distance along z, so that it becomes a ribbon.
    double thickness(double depth) const {
        const double share = kSpeed / speed(depth);
        return across * (down > 0.0 ? std::sqrt(share) : share);
    }
};

constexpr const char* kScene = R"({{
  "version": 1,
  "domain": {{"min": [-0.2, 0, -0.2], "max": [0.6, 0.64, 0.2], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}},
  "frames": 1,
  "particle_spacing": {},
  "fluids": [{{"name": "water", "emitters": [{}]}}],
  "solver": "{}"
}})";
constexpr const char* kDisc = R"({"type": "disc", "centre": [0, 0.6, 0], "radius": 0.02, "speed": 0.3})";
constexpr const char* kSideways =
    R"({"type": "disc", "centre": [0, 0.6, 0], "direction": [1, 0, 0], "radius": 0.02, "speed": 0.3})";
constexpr const char* kVolume =
    R"({"type": "volume", "shape": {"type": "cylinder", "start": [0, 0.57, 0], "end": [0, 0.6, 0], "radius": 0.02},
        "velocity": [0, -0.3, 0]})";

// What passes a height, over several moments: particles are moved along their velocity to the height.
struct Section {
    double depth = 0.0;  // m below the mouth
    double count = 0.0;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    Eigen::Matrix2d squares = Eigen::Matrix2d::Zero();
    double fall = 0.0;  // the sum of the downward velocities

    void add(const ParticleSet& water) {
        const auto& v = water.get<Vec3Column>("v");
        for (Index i = 0; i < water.size(); ++i) {
            const Vec3d x = water.positions()[i].cast<double>(), u = v[i].cast<double>();
            const double above = x.y() - (kMouth - depth);
            if (std::abs(above) > kSlab || !(u.y() < 0.0)) continue;
            const Eigen::Vector2d p(x.x() - above * u.x() / u.y(), x.z() - above * u.z() / u.y());
            count += 1.0;
            sum += p;
            squares += p * p.transpose();
            fall -= u.y();
        }
    }
    double speed() const { return fall / count; }
    // That of an ellipse with these second moments.
    double area() const {
        const Eigen::Vector2d mean = sum / count;
        const Eigen::Matrix2d spread = squares / count - mean * mean.transpose();
        return 4.0 * std::numbers::pi * std::sqrt(spread(0, 0) * spread(1, 1) - spread(0, 1) * spread(1, 0));
    }
};

ParticleSet above(double height, const ParticleSet& water) {
    std::vector<Vec3> points;
    for (Index i = 0; i < water.size(); ++i)
        if (water.positions()[i].y() > height) points.push_back(water.positions()[i]);
    return particles_from_points(points);
}

struct StreamResult {
    std::vector<Section> sections;
    double inflow = 0.0;  // m^3 until the end
    double pieces = 0.0;  // at most
};

template <class S>
StreamResult flow(const Run& run, const Stream& stream, const std::vector<double>& depths) {
    StreamResult result;
    for (const double depth : depths) result.sections.push_back({depth});
    const double spacing = 2.0 * kRadius / stream.across;
    SoleSolver<S> solver(
        case_setup_of<S>(run, "stream", fmt::format(fmt::runtime(kScene), spacing, stream.emitter, S::name)));
    for (double t = kSteady; t < kEnd + 1e-9; t += kEvery) {
        advance(run, solver, t);
        for (Section& section : result.sections) section.add(solver->particles());
        const Fragments pieces(above(kMouth - kFall, solver->particles()), static_cast<Real>(kBars<S>.link * spacing));
        result.pieces = std::max(result.pieces, pieces.beside_specks());
    }
    result.inflow = static_cast<double>(solver->inventory().emitted()) * std::pow(spacing, 3);
    return result;
}

template <class S>
void measure_stream_of(const Run& run, const Stream& stream, const std::vector<double>& depths, CaseResult& result) {
    const StreamResult found = flow<S>(run, stream, depths);
    const double rate = std::numbers::pi * kRadius * kRadius * kSpeed;
    const std::string name = fmt::format("{}, {} particles across: ", stream.name, stream.across);
    auto& out = result.measurements;
    Plot plot{name + "flow", "m below the mouth", "A v / Q", {{"steady flow", Series::Mark::line, {}}}};
    Series& curve = plot.series.emplace_back("measured", Series::Mark::dots);
    for (const Section& section : found.sections) {
        const double flows = section.area() * section.speed() / rate;
        const double thick = stream.thickness(section.depth);
        out.push_back({fmt::format("{}A v / Q {} m below, {:.1f} particles thick", name, section.depth, thick), "1",
                       flows, 1.0, thick > kBars<S>.thinnest ? relative(0.05) : reported(), "steady flow"});
        plot.series[0].points.emplace_back(section.depth, 1.0);
        curve.points.emplace_back(section.depth, flows);
        if (section.depth >= 0.2)
            out.push_back({fmt::format("{}speed {} m below over free fall", name, section.depth), "1",
                           section.speed() / stream.speed(section.depth), 1.0, relative(0.06),
                           "v^2 = v0^2 + 2 g z from the mouth; a stream as wide as this begins to fall later"});
    }
    result.plots.push_back(std::move(plot));
    if (std::string(stream.emitter) != kVolume)
        out.push_back({name + "inflow over area times speed", "1", found.inflow / (rate * kEnd), 1.0, relative(0.01),
                       "the mouth lets in what its lattice has"});
    out.push_back({fmt::format("{}pieces of ten particles or more down to {} m", name, kFall), "1", found.pieces, 1.0,
                   upper_bound(), "one stream"});
}

template <class S>
void measure_streams(const Run& run, const ValidateOptions& options, CaseResult& result) {
    if (!options.full)
        return measure_stream_of<S>(run, {"disc", kDisc, 10, kSpeed}, {0.05, 0.1, 0.2, 0.3, 0.5}, result);
    const std::vector<double> depths{0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
    for (const double across : {10.0, 20.0}) {
        measure_stream_of<S>(run, {"disc", kDisc, across, kSpeed}, depths, result);
        measure_stream_of<S>(run, {"volume", kVolume, across, kSpeed}, depths, result);
        measure_stream_of<S>(run, {"disc sideways", kSideways, across, 0.0}, {0.05, 0.1, 0.2}, result);
    }
}

}  // namespace

void measure_stream(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_streams<FlipSolver>(run, options, result);
}

void measure_sph_stream(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_streams<SphSolver>(run, options, result);
}

}  // namespace lamella
