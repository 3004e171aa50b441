#include <lamella/validation/sampled_curve.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {

double value_at(const Curve& curve, double x) {
    const auto after = std::find_if(curve.begin(), curve.end(), [&](const auto& point) { return point.first >= x; });
    if (after == curve.begin()) return curve.front().second;
    if (after == curve.end()) return curve.back().second;
    const auto before = after - 1;
    const double share = (x - before->first) / (after->first - before->first);
    return before->second + share * (after->second - before->second);
}

double first_reach(const Curve& curve, double y) {
    for (std::size_t k = 0; k < curve.size(); ++k) {
        if (curve[k].second < y) continue;
        if (k == 0) return curve[0].first;
        const double share = (y - curve[k - 1].second) / (curve[k].second - curve[k - 1].second);
        return curve[k - 1].first + share * (curve[k].first - curve[k - 1].first);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double integral(const Curve& curve, double from, double to) {
    Curve inside{{from, value_at(curve, from)}};
    for (const auto& point : curve)
        if (point.first > from && point.first < to) inside.push_back(point);
    inside.emplace_back(to, value_at(curve, to));
    double sum = 0.0;
    for (std::size_t k = 1; k < inside.size(); ++k)
        sum += 0.5 * (inside[k].second + inside[k - 1].second) * (inside[k].first - inside[k - 1].first);
    return sum;
}

double mean_of(std::span<const double> values) {
    double sum = 0.0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

double root_mean_square(std::span<const double> values) {
    double sum = 0.0;
    for (const double v : values) sum += v * v;
    return std::sqrt(sum / static_cast<double>(values.size()));
}

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto last = static_cast<double>(values.size() - 1);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::lround(share * last));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

Line fitted_line(const Curve& points, double from, double to) {
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (const auto& [x, y] : points) {
        if (x < from || x > to) continue;
        n += 1.0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    return {slope, (sy - slope * sx) / n};
}

}  // namespace lamella
