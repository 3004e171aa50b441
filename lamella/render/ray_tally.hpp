// How many rays were traced, and how much of the time Embree took for them. Every ray is counted; one path of 64 is
// timed, whole and by its rays, so that looking at the clock costs next to nothing.
#pragma once

#include <lamella/core/function_ref.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace lamella {

enum class RayKind { bent, straight, shadow };  // to what light meets next, the same through liquids, to a light
inline constexpr std::size_t kRayKinds = 3;

// Of one or several paths.
struct RayTally {
    std::array<std::uint64_t, kRayKinds> rays{};
    std::array<double, kRayKinds> embree_s{};  // of the timed paths
    double path_s = 0.0;                       // of the timed paths, all that they took
    bool timed = false;                        // whether the path that is traced now is timed

    void count(RayKind kind) { ++rays[static_cast<std::size_t>(kind)]; }
    void add(const RayTally& other);
};

// Times a path over the life of this object if its number is one of the chosen.
class TimedPath {
public:
    TimedPath(RayTally& tally, std::uint64_t number);
    ~TimedPath();
    TimedPath(const TimedPath&) = delete;
    TimedPath& operator=(const TimedPath&) = delete;

private:
    RayTally& tally_;
    std::chrono::steady_clock::time_point start_;
};

// Times a ray over the life of this object if its path is timed.
class TimedRay {
public:
    TimedRay(RayTally& tally, RayKind kind) : tally_(tally), kind_(static_cast<std::size_t>(kind)) {
        if (tally_.timed) start_ = std::chrono::steady_clock::now();
    }
    ~TimedRay() {
        if (tally_.timed) add_time();
    }
    TimedRay(const TimedRay&) = delete;
    TimedRay& operator=(const TimedRay&) = delete;

private:
    void add_time();

    RayTally& tally_;
    std::size_t kind_;
    std::chrono::steady_clock::time_point start_;
};

// Of whole loops over paths, in wall time.
struct RayReport {
    std::array<std::uint64_t, kRayKinds> rays{};
    std::array<double, kRayKinds> embree_s{};
    double tracing_s = 0.0;

    void add(const RayTally& tally, double wall_s);
    void add(const RayReport& other);
    std::uint64_t ray_count() const;
    double rays_per_second() const;  // while tracing
    double embree_seconds() const;
};

// Calls body(i, tally) for i in [0, n) in parallel, in chunks, and reports all rays that it has tallied. The profile
// has a line for each kind of ray below the loop's.
RayReport tally_paths(const char* label, std::ptrdiff_t n, std::ptrdiff_t chunk_size,
                      FunctionRef<void(std::ptrdiff_t i, RayTally& tally)> body);

}  // namespace lamella
