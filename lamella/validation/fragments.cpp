#include <lamella/particles/clusters.hpp>
#include <lamella/validation/fragments.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kSpeck = 10;  // particles of the smallest drop

}  // namespace

Fragments::Fragments(const SphLiquid& liquid) : of(static_cast<std::size_t>(liquid.size())) {
    number(liquid.grid, liquid.neighbours, 1.5f * liquid.spacing);
}

Fragments::Fragments(ParticleSet particles, Real link) : of(static_cast<std::size_t>(particles.size())) {
    NeighbourGrid grid(link);
    grid.build(particles);
    Neighbours neighbours;
    neighbours.find(grid, particles.positions());
    number(grid, neighbours, link);
}

void Fragments::number(const NeighbourGrid& grid, const Neighbours& neighbours, Real link) {
    if (of.empty()) return;
    const Clusters clusters(grid, neighbours, link);
    const std::vector<Index> first = clusters.components();
    std::vector<Index> numbers(first.size(), -1);
    for (std::size_t i = 0; i < of.size(); ++i) {
        Index& n = numbers[first[clusters.of(static_cast<Index>(i))]];
        if (n < 0) {
            n = static_cast<Index>(sizes.size());
            sizes.push_back(0);
        }
        of[i] = n;
        ++sizes[n];
    }
    largest = static_cast<Index>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

double Fragments::share_in_specks() const {
    double specks = 0.0;
    for (const Index size : sizes) specks += size < kSpeck ? size : 0;
    return of.empty() ? 0.0 : specks / static_cast<double>(of.size());
}

double Fragments::beside_specks() const {
    return static_cast<double>(std::ranges::count_if(sizes, [](Index size) { return size >= kSpeck; }));
}

}  // namespace lamella
