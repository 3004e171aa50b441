#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/random.hpp>
#include <lamella/render/ray_tally.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kPathsPerTimed = 64;
constexpr std::array<const char*, kRayKinds> kKindLabels{
    "Embree: rays that bend", "Embree: rays straight through liquids", "Embree: rays to lights"};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What lies between two looks at the clock, one right after the other; a ray takes only some ten times as long.
double clock_cost() {
    double least = 1.0;
    for (int k = 0; k < 256; ++k) least = std::min(least, seconds_since(Clock::now()));
    return least;
}

}  // namespace

void RayTally::add(const RayTally& other) {
    for (std::size_t k = 0; k < kRayKinds; ++k) rays[k] += other.rays[k];
    if (other.path_s <= 0.0) return;
    for (std::size_t k = 0; k < kRayKinds; ++k) embree_s[k] += other.embree_s[k];
    path_s += other.path_s;
}

TimedPath::TimedPath(RayTally& tally, std::uint64_t number) : tally_(tally) {
    tally_.timed = splitmix64(number) % kPathsPerTimed == 0;
    if (tally_.timed) start_ = Clock::now();
}

TimedPath::~TimedPath() {
    if (tally_.timed) tally_.path_s += seconds_since(start_);
    tally_.timed = false;
}

// What the clock costs belongs neither to the ray nor to its path.
void TimedRay::add_time() {
    static const double cost = clock_cost();
    tally_.embree_s[kind_] += std::max(seconds_since(start_) - cost, 0.0);
    tally_.path_s -= 2.0 * cost;
}

void RayReport::add(const RayTally& tally, double wall_s) {
    for (std::size_t k = 0; k < kRayKinds; ++k) {
        rays[k] += tally.rays[k];
        if (tally.path_s > 0.0) embree_s[k] += wall_s * tally.embree_s[k] / tally.path_s;
    }
    tracing_s += wall_s;
}

void RayReport::add(const RayReport& other) {
    for (std::size_t k = 0; k < kRayKinds; ++k) {
        rays[k] += other.rays[k];
        embree_s[k] += other.embree_s[k];
    }
    tracing_s += other.tracing_s;
}

std::uint64_t RayReport::ray_count() const { return std::accumulate(rays.begin(), rays.end(), std::uint64_t{0}); }

double RayReport::rays_per_second() const {
    return tracing_s > 0.0 ? static_cast<double>(ray_count()) / tracing_s : 0.0;
}

double RayReport::embree_seconds() const { return std::accumulate(embree_s.begin(), embree_s.end(), 0.0); }

RayReport tally_paths(const char* label, std::ptrdiff_t n, std::ptrdiff_t chunk_size,
                      FunctionRef<void(std::ptrdiff_t i, RayTally& tally)> body) {
    std::vector<RayTally> tallies(static_cast<std::size_t>((n + chunk_size - 1) / chunk_size));
    const auto start = Clock::now();
    parallel_chunks(label, n, chunk_size, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        RayTally tally;
        for (std::ptrdiff_t i = begin; i < end; ++i) body(i, tally);
        tallies[chunk] = tally;
    });
    RayTally sum;
    for (const RayTally& tally : tallies) sum.add(tally);
    RayReport report;
    report.add(sum, seconds_since(start));
    for (std::size_t k = 0; k < kRayKinds; ++k)
        if (report.rays[k] > 0)
            profile_part(label, kKindLabels[k], report.embree_s[k], static_cast<long>(report.rays[k]));
    return report;
}

}  // namespace lamella
