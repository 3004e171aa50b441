#include <lamella/pipeline/setup/thin_lattice.hpp>

#include <algorithm>
#include <vector>

namespace lamella {
namespace {

constexpr int kThin = 3;

class FilledCells {
public:
    FilledCells(std::span<const Vec3> points, const Box3& box, Real spacing)
        : box_(box), spacing_(spacing), size_((box.size() / spacing).array().round().cast<Index>().max(1)) {
        there_.assign(static_cast<std::size_t>(size_.x()) * size_.y() * size_.z(), 0);
        for (const Vec3& p : points) there_[number(cell_of(p))] = 1;
    }

    // How many points stand side by side along that axis around p, at most three.
    int row(const Vec3& p, int axis) const {
        int count = 1;
        for (const Index step : {-1, 1})
            for (Vec3i at = cell_of(p) + step * Vec3i::Unit(axis); holds(at) && count < kThin; at[axis] += step)
                ++count;
        return count;
    }

private:
    Vec3i cell_of(const Vec3& p) const {
        const Vec3i cell = ((p - box_.min) / spacing_).array().floor().cast<Index>();
        return cell.cwiseMax(0).cwiseMin(size_ - Vec3i::Ones());
    }
    std::size_t number(const Vec3i& c) const {
        return (static_cast<std::size_t>(c.z()) * size_.y() + c.y()) * size_.x() + c.x();
    }
    bool holds(const Vec3i& c) const {
        return (c.array() >= 0).all() && (c.array() < size_.array()).all() && there_[number(c)] != 0;
    }

    Box3 box_;
    Real spacing_;
    Vec3i size_;
    std::vector<char> there_;
};

}  // namespace

bool mostly_thin(std::span<const Vec3> points, const Box3& box, Real spacing, const std::array<bool, 3>& periodic) {
    const FilledCells cells(points, box, spacing);
    const auto thin = std::ranges::count_if(points, [&](const Vec3& p) {
        for (int axis = 0; axis < 3; ++axis)
            if (!periodic[static_cast<std::size_t>(axis)] && cells.row(p, axis) < kThin) return true;
        return false;
    });
    return 2 * static_cast<std::size_t>(thin) >= points.size();
}

}  // namespace lamella
