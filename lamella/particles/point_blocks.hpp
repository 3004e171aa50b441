// Points sorted into cubes of space, so that what lies around them is looked up once for all of a cube. The cubes stand
// where they stand whatever the points are: what is computed from a cube and a point depends on that point alone.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/core/vec.hpp>

#include <span>
#include <vector>

namespace lamella {

class PointBlocks {
public:
    // Cube (i, j, k) reaches from width (i, j, k) to width (i + 1, j + 1, k + 1). The points are finite.
    PointBlocks(std::span<const Vec3> points, double width);

    double width() const { return width_; }
    Index count() const { return static_cast<Index>(begins_.size()) - 1; }

    // Calls make() for each of a few blocks in parallel, and what it gives for every block:
    // f(the block's lowest corner, the numbers of its points).
    template <class Make>
    void for_each(const char* label, Make&& make) const {
        constexpr std::ptrdiff_t kBlocks = 32;
        parallel_chunks(label, count(), kBlocks, [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
            auto f = make();
            for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b)
                f(Vec3d(width_ * cubes_[b].cast<double>()),
                  std::span<const Index>(order_.data() + begins_[b], order_.data() + begins_[b + 1]));
        });
    }

private:
    template <class Key>
    void sort(std::span<const Vec3i> cube_of, const Vec3i& min, const Vec3i& extent);

    double width_;
    std::vector<Index> order_;   // of the points
    std::vector<Index> begins_;  // of the blocks in it, and the end
    std::vector<Vec3i> cubes_;
};

}  // namespace lamella
