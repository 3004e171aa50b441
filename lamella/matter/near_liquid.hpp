// The part of a liquid around a line, a point or a rectangle, and what can be said of it there (probes.hpp).
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/matter/liquid_view.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/particles/mass_units.hpp>

#include <array>
#include <utility>
#include <vector>

namespace lamella {

Real distance_to_line(const Vec3& p, const Vec3& from, const Vec3& to);

struct Rectangle {
    Vec3 corner, x_edge, y_edge;

    Vec3 normal() const { return cross(x_edge, y_edge).normalized(); }
    std::array<Real, 2> local(const Vec3& p) const;  // coordinates along its edges, m
    Real distance(const Vec3& p) const;
};

class NearLiquid {
public:
    // The particles at places x whose distance(x) from something is less than the reach of the kernel.
    NearLiquid(const LiquidView& view, FunctionRef<Real(const Vec3&)> distance);

    Real spacing() const { return view_.spacing; }
    Real filling(const Vec3& x) const;
    double velocity(const Vec3& x, int axis) const;
    double pressure(const Vec3& x) const;  // NaN where it is not known

    // What flows through a rectangle along its normal, m^3/s and kg/s.
    std::pair<double, double> flow(const Rectangle& rectangle) const;

private:
    LiquidView view_;
    const Vec3Column& x_;
    const Vec3Column& v_;
    MassShares shares_;
    CubicSpline kernel_;
    Real volume_;
    std::vector<Index> rows_;
};

}  // namespace lamella
