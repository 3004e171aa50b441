#include "benchmarks.hpp"
#include "nanoflann_peer.hpp"
#include "point_sets.hpp"
#include "timing.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/particles/neighbour_lists.hpp>

namespace lamella {

namespace {

constexpr Index kSide = 100;
constexpr Real kRadius = 2.0f;

// A search over points that move a little between the repeats, as in a simulation: they stay in the cell
// order of the last search. `first` starts from the lattice order instead.
struct Search {
    const ParticleSet points = jittered_lattice(kSide);
    ParticleSet particles;
    NeighbourGrid grid{kRadius};
    Neighbours neighbours;
    QuadArray places;
    NeighbourLists lists;
    std::uint64_t moves = 0;
    std::vector<Index> counts = std::vector<Index>(points.size());
    std::vector<Real> density = std::vector<Real>(points.size());

    void reset() { particles = points; }
    void move() {
        auto& x = particles.positions();
        ++moves;
        parallel_for("move", particles.size(), [&](Index i) {
            x.set(i, x[i] + 0.005f * random_in_cube(moves, 0, static_cast<std::uint64_t>(i)));
        });
    }
    void sort() {
        grid.build(particles);
        neighbours.find(grid, particles.positions());
    }
    void sort_and_count() {
        sort();
        parallel_for("count", particles.size(), [&](Index i) { counts[i] = count(neighbours.of(i)); });
    }
    void sort_and_list() {
        sort();
        copy_vectors(particles.positions(), places);
        lists.find(neighbours, places, places, grid.box());
    }
    void sort_and_sum() {
        sort();
        const CubicSpline W{kRadius};
        parallel_for("density", particles.size(), [&](Index i) {
            density[i] = sum_over(neighbours.of(i), [&](const auto& j) { return W(j.distance()); });
        });
    }
    template <class Work>
    double first(Work work) {
        return best_seconds([this] { reset(); }, [&] { (this->*work)(); });
    }
    template <class Work>
    double best(Work work) {
        return best_seconds([this] { move(); }, [&] { (this->*work)(); });
    }
};

double pairs_of(const std::vector<Index>& counts) {
    return parallel_sum("pairs", static_cast<Index>(counts.size()), [&](Index i) { return counts[i]; });
}

}  // namespace

Figures neighbour_benchmark() {
    Search search;
    const double n = search.points.size();
    const double first_s = search.first(&Search::sort_and_count);
    const double first_pairs = pairs_of(search.counts);
    const double count_s = search.best(&Search::sort_and_count);
    const double list_s = search.best(&Search::sort_and_list);
    const double sum_s = search.best(&Search::sort_and_sum);
    double peer_pairs = 0.0;
    const double peer_s = best_seconds([&] { peer_pairs = nanoflann_pairs(search.points.positions(), kRadius); });
    if (std::abs(first_pairs - peer_pairs) > 1e-6 * first_pairs)
        throw RunError("the neighbour counts differ from nanoflann's");

    const double bytes = static_cast<double>(search.grid.memory_bytes() + search.neighbours.memory_bytes()) / n;
    return {"neighbours",
            "1,000,000 jittered lattice points, radius 2 spacings, 2 threads",
            {{"neighbours", first_pairs / n - 1.0, "a point", {}},
             {"sort_and_count", 1e-6 * n / count_s, "M points/s", Bar{Better::higher, 15}},
             {"sort_and_count_from_lattice_order", 1e-6 * n / first_s, "M points/s", {}},
             {"sort_and_lists", list_s, "s", Bar{Better::lower, 0.12}},
             {"nanoflann", peer_s, "s, build and queries", {}},
             {"lists_vs_nanoflann", peer_s / list_s, "times faster", Bar{Better::higher, 6, false}},
             {"sort_and_density", 1e-6 * n / sum_s, "M points/s", Bar{Better::higher, 10}},
             {"memory", bytes, "bytes a point", Bar{Better::lower, 40, false}}}};
}

}  // namespace lamella
