// Triangles of cracks by cells of space, which grow in number as the cracks do.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>
#include <lamella/solid/fracture/sheet_triangle.hpp>

#include <unordered_map>

namespace lamella {

class TriangleCells {
public:
    explicit TriangleCells(double width = 1.0) : width_(width) {}

    void add(const SheetTriangle& triangle, Index number);

    // Calls f(number) for the triangles that may meet the box, in no order that matters: some more than once.
    template <class F>
    void for_each_near(const Vec3d& low, const Vec3d& high, F&& f) const {
        if (cells_.empty()) return;
        for_each_cell(low, high, [&](CellKey key) {
            const auto at = cells_.find(key.bits);
            if (at == cells_.end()) return;
            for (const Index number : at->second) f(number);
        });
    }
    template <class F>
    void for_each_near(const Vec3d& p, double radius, F&& f) const {
        for_each_near(Vec3d(p.array() - radius), Vec3d(p.array() + radius), f);
    }

private:
    template <class F>
    void for_each_cell(const Vec3d& low, const Vec3d& high, F&& f) const {
        const Vec3i first = (low / width_).array().floor().cast<Index>(),
                    last = (high / width_).array().floor().cast<Index>();
        for (Index z = first.z(); z <= last.z(); ++z)
            for (Index y = first.y(); y <= last.y(); ++y)
                for (Index x = first.x(); x <= last.x(); ++x) f(CellKey(Vec3i(x, y, z)));
    }

    double width_;
    std::unordered_map<std::uint64_t, std::vector<Index>> cells_;
};

}  // namespace lamella
