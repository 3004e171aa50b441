#include "benchmarks.hpp"
#include "liquid_step.hpp"
#include "timing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/shapes/box_lattice.hpp>
#include <lamella/surfels/surfels_keiser2006.hpp>

#include <ctime>

namespace lamella {
namespace {

// A cube of n^3 particles that bends, with the share of a spacing between its surfels.
struct Skin {
    Skin(Index n, Real spacing) {
        const auto size = static_cast<double>(n);
        const TriangleMesh mesh = box_lattice_mesh(Vec3i::Constant(n), [&](const Vec3d& u) { return Vec3d(size * u); });
        surfels = SurfelsKeiser2006(sample_surfels(mesh, spacing, {}));
        Vec3Column column;
        column.resize(n * n * n);
        places.resize(column.size());
        ways.resize(column.size());
        for (Index i = 0; i < column.size(); ++i) {
            const Vec3 at = Vec3i(i % n, i / n % n, i / (n * n)).cast<Real>() + Vec3::Constant(0.5f);
            column.set(i, at);
            places.set(i, at, 1.0f);
            ways.set(i, Vec3(0.0f, 0.01f * at.x() * at.x(), 0.02f * at.y()), 0.0f);
            Mat3& slope = slopes.emplace_back(Mat3::Zero());
            slope(1, 0) = 0.02f * at.x();
            slope(2, 1) = 0.02f;
        }
        cells = RestCells(column, 2.2f);
        move();
    }
    void move() { surfels.move({places, ways, slopes, Vec3::Zero()}, {cells, 2.2f}); }

    SurfelsKeiser2006 surfels;
    QuadArray places, ways;
    std::vector<Mat3> slopes;
    RestCells cells;
};

// Of all threads together, so that other work on the machine matters less: the best of five.
double cpu_seconds(Skin& skin) {
    double best = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const std::clock_t start = std::clock();
        skin.move();
        best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return best;
}

}  // namespace

Figures surfel_benchmark() {
    Skin octopus(14, 0.0503f), head(6, 0.147f);
    const auto surfels = static_cast<double>(octopus.surfels.size());
    return {
        "surfels",
        "the skin of a frame: 2,744 particles with 465 thousand surfels, 216 particles with 10 thousand; CPU time of "
        "two threads",
        {{"surfels_octopus", cpu_seconds(octopus), "s CPU a frame", at_most(0.1)},
         {"surfels_octopus_each", 1e6 * cpu_seconds(octopus) / surfels, "us CPU a surfel", at_most(0.2)},
         {"surfels_head", 1e3 * cpu_seconds(head), "ms CPU a frame", at_most(3.3)},
         {"surfels_bytes", static_cast<double>(octopus.surfels.memory_bytes()) / surfels, "bytes a surfel",
          Bar{Better::lower, 800.0, false}}}};
}

}  // namespace lamella
