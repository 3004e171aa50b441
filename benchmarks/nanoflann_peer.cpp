#include "nanoflann_peer.hpp"

#include <lamella/core/parallel.hpp>

#include <nanoflann.hpp>

namespace lamella {

namespace {

struct Cloud {
    const Vec3Column& x;

    std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(x.size()); }
    float kdtree_get_pt(std::size_t i, std::size_t axis) const { return x.component(static_cast<int>(axis)).data()[i]; }
    template <class Bounds>
    bool kdtree_get_bbox(Bounds&) const {
        return false;
    }
};
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 3, std::uint32_t>;

double pairs_of_chunk(const Tree& tree, const Vec3Column& points, Real radius, Index begin, Index end) {
    std::vector<std::pair<std::uint32_t, float>> found;
    double pairs = 0.0;
    for (Index i = begin; i < end; ++i) {
        const Vec3 p = points[i];
        pairs += static_cast<double>(
            tree.radiusSearch(p.data(), radius * radius, found, nanoflann::SearchParams(32, 0.0f, false)));
    }
    return pairs;
}

}  // namespace

double nanoflann_pairs(const Vec3Column& points, Real radius) {
    const Cloud cloud{points};
    Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    tree.buildIndex();
    std::vector<double> pairs(static_cast<std::size_t>(points.size() / kParallelChunk + 1));
    parallel_chunks("nanoflann", points.size(), kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        pairs[chunk] =
                            pairs_of_chunk(tree, points, radius, static_cast<Index>(begin), static_cast<Index>(end));
                    });
    double total = 0.0;
    for (const double p : pairs) total += p;
    return total;
}

}  // namespace lamella
