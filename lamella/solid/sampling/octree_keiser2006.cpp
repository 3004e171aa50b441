#include <lamella/solid/sampling/octree_keiser2006.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kLayers = 2;  // of cells of half the size, between a cell and the skin

class Lattice {
public:
    Lattice(std::span<const Vec3> points, const Box3& box, Real spacing, Index levels)
        : low_(box.min), spacing_(spacing), deepest_((kLayers << levels) + 1) {
        size_ = (box.size() / spacing).array().round().cast<Index>().max(1);
        depths_.assign(static_cast<std::size_t>(size_.x()) * size_.y() * size_.z(), 0);
        for (const Vec3& p : points) depths_[number(((p - low_) / spacing_).array().floor().cast<Index>())] = deepest_;
        find_depths();
    }

    const Vec3i& size() const { return size_; }
    // Whether all cells of the cube from `corner` on are so deep inside.
    bool deep(const Vec3i& corner, Index edge, Index least) const {
        for (Index z = 0; z < edge; ++z)
            for (Index y = 0; y < edge; ++y)
                for (Index x = 0; x < edge; ++x)
                    if (depth(corner + Vec3i(x, y, z)) <= least) return false;
        return true;
    }
    OctreeCell take(const Vec3i& corner, Index edge) {
        for (Index z = 0; z < edge; ++z)
            for (Index y = 0; y < edge; ++y)
                for (Index x = 0; x < edge; ++x) depths_[number(corner + Vec3i(x, y, z))] = 0;
        const Vec3 middle = corner.cast<Real>() + Vec3::Constant(0.5f * static_cast<Real>(edge));
        return {low_ + spacing_ * middle, edge};
    }

private:
    std::size_t number(const Vec3i& c) const {
        const Vec3i in = c.cwiseMax(0).cwiseMin(size_ - Vec3i::Ones());
        return (static_cast<std::size_t>(in.z()) * size_.y() + in.y()) * size_.x() + in.x();
    }
    Index depth(const Vec3i& c) const {
        if ((c.array() < 0).any() || (c.array() >= size_.array()).any()) return 0;
        return depths_[number(c)];
    }
    // How many cells it is to the next one outside, diagonals counted as one: a sweep from either end.
    void find_depths() {
        for (const Index side : {-1, 1})
            for (Index k = 0; k < size_.prod(); ++k) {
                const Index n = side < 0 ? k : size_.prod() - 1 - k;
                const Vec3i c(n % size_.x(), n / size_.x() % size_.y(), n / size_.x() / size_.y());
                if (depth(c) > 0) depths_[number(c)] = std::min(depth(c), 1 + least_behind(c, side));
            }
    }
    // Of the thirteen neighbours that the sweep has passed.
    Index least_behind(const Vec3i& c, Index side) const {
        Index least = deepest_;
        for (Index k = 0; k < 13; ++k) {
            const Vec3i to(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
            least = std::min(least, depth(c - side * to));
        }
        return least;
    }

    Vec3 low_;
    Real spacing_;
    Index deepest_;  // what is deeper need not be told apart
    Vec3i size_;
    std::vector<Index> depths_;
};

}  // namespace

std::vector<OctreeCell> octree_cells(std::span<const Vec3> points, const Box3& box, Real spacing, Index levels) {
    Lattice lattice(points, box, spacing, levels);
    std::vector<OctreeCell> cells;
    for (Index level = levels; level >= 0; --level) {
        const Index edge = 1 << level, least = level > 0 ? kLayers << (level - 1) : 0;
        for (Index z = 0; z + edge <= lattice.size().z(); z += edge)
            for (Index y = 0; y + edge <= lattice.size().y(); y += edge)
                for (Index x = 0; x + edge <= lattice.size().x(); x += edge)
                    if (const Vec3i corner(x, y, z); lattice.deep(corner, edge, least))
                        cells.push_back(lattice.take(corner, edge));
    }
    return cells;
}

}  // namespace lamella
