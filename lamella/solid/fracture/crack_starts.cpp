#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/solid/fracture/crack_starts.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kMean = 1.6;       // spacings, of the average of stress
constexpr double kFromSheet = 0.8;  // spacings, from vertices of sheets
constexpr double kRadius = 1.2;     // spacings, of the discs
constexpr Index kSides = 10;
constexpr Real kHealthy = 0.5f;
constexpr double kAside = 0.01;  // spacings by which discs avoid layers of particles

struct Start {
    double excess;  // stress over strength
    Index particle;
    Vec3d normal;
};

bool live_front_near(const CrackSheets& sheets, const Vec3d& p, double distance) {
    for (const CrackFront& front : sheets.fronts())
        for (const FrontNode& node : front.nodes)
            if (node.live() && (node.position - p).norm() < distance) return true;
    return false;
}

void add_disc(CrackSheets& sheets, const Vec3d& place, const Vec3d& normal, const RestBody& body) {
    sheets.add_disc(place, normal, kRadius * sheets.spacing(), kSides);
    for (FrontNode& node : sheets.fronts().back().nodes)
        if (!body.inside(node.position)) node.state = NodeState::out;
}

}  // namespace

std::vector<Real> local_strengths(std::span<const Vec3> places, const FractureParameters& parameters, double spacing,
                                  std::uint64_t seed) {
    const double length = parameters.noise_length > 0.0f ? parameters.noise_length : 4.0 * spacing;
    std::vector<Real> strengths;
    for (const Vec3& p : places) {
        std::uint64_t cube = 0;
        for (int c = 0; c < 3; ++c)
            cube = splitmix64(cube + static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(p[c] / length))));
        const Real noise = 2.0f * random_unit(seed, 0, cube) - 1.0f;
        strengths.push_back(parameters.strength * (1.0f + parameters.noise * noise));
    }
    return strengths;
}

Index start_cracks(CrackSheets& sheets, const StressField& field, std::span<const Vec3> places,
                   std::span<const Real> strengths, std::span<const Real> health, const RestBody& body,
                   double distance) {
    const double d = sheets.spacing();
    std::vector<Start> starts(places.size());
    parallel_for(
        "crack starts", static_cast<Index>(places.size()),
        [&](Index i) {
            starts[i] = {0.0, i, Vec3d::Zero()};
            if (health[i] < kHealthy) return;
            const Mat3d stress = field.mean(places[i].cast<double>(), kMean * d).stress;
            if (stress.norm() <= strengths[i]) return;
            const SymmetricEigen eigen = symmetric_eigen(stress);
            starts[i] = {eigen.values[0] / strengths[i], i, eigen.vectors.col(0)};
        },
        64);
    std::erase_if(starts, [](const Start& s) { return s.excess <= 1.0; });
    std::ranges::sort(starts, {}, [](const Start& s) { return std::pair(-s.excess, s.particle); });
    Index added = 0;
    for (const Start& start : starts) {
        const Vec3d place = places[start.particle].cast<double>() + kAside * d * start.normal;
        if (live_front_near(sheets, place, distance) || sheets.vertex_near(place, kFromSheet * d)) continue;
        add_disc(sheets, place, start.normal, body);
        ++added;
    }
    return added;
}

}  // namespace lamella
