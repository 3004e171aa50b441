// Curves given by points, and means.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace lamella {

using Curve = std::vector<std::pair<double, double>>;  // in the order of the first numbers

// Linear between two points, constant beyond the ends.
double value_at(const Curve& curve, double x);

// The first x at which the curve reaches y, linear between two points; not a number if it does not.
double first_reach(const Curve& curve, double y);

// The integral of the curve between two places, by trapezia.
double integral(const Curve& curve, double from, double to);

double mean_of(std::span<const double> values);
double root_mean_square(std::span<const double> values);

// The value below which the given share of all values lies.
double quantile(std::vector<double> values, double share);

struct Line {
    double slope = 0.0;
    double offset = 0.0;
};

// The least-squares line through the points from one x to another.
Line fitted_line(const Curve& points, double from, double to);

}  // namespace lamella
