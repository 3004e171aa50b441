// A triangle of a crack, and where straight lines cross it.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <optional>

namespace lamella {

struct SheetTriangle {
    std::array<Vec3d, 3> corners;

    Vec3d area_normal() const { return cross(Vec3d(corners[1] - corners[0]), Vec3d(corners[2] - corners[0])); }
    Vec3d centre() const { return (corners[0] + corners[1] + corners[2]) / 3.0; }
    double radius() const {  // of a ball about the centre that holds it
        double most = 0.0;
        for (const Vec3d& c : corners) most = std::max(most, (c - centre()).squaredNorm());
        return std::sqrt(most);
    }
};

// The share of the way from a to b at which the line crosses the triangle; nothing where it does not. A point on the
// triangle's plane counts to its positive side. The triangle is a thousandth larger than it is, so that nothing slips
// through between two of one sheet.
std::optional<double> crossing(const SheetTriangle& triangle, const Vec3d& a, const Vec3d& b);

double distance_to_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b);

}  // namespace lamella
