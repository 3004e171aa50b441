#include <lamella/particles/clusters.hpp>
#include <lamella/validation/fragments.hpp>

#include <algorithm>

namespace lamella {

Fragments::Fragments(const SphLiquid& liquid) : of(static_cast<std::size_t>(liquid.size())) {
    if (liquid.size() == 0) return;
    const Clusters clusters(liquid.grid, liquid.neighbours, 1.5f * liquid.spacing);
    const std::vector<Index> first = clusters.components();
    std::vector<Index> number(first.size(), -1);
    for (std::size_t i = 0; i < of.size(); ++i) {
        Index& n = number[first[clusters.of(static_cast<Index>(i))]];
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
    for (const Index size : sizes) specks += size < 10 ? size : 0;
    return of.empty() ? 0.0 : specks / static_cast<double>(of.size());
}

}  // namespace lamella
