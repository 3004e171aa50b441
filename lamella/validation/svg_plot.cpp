#include <lamella/validation/svg_plot.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr double kWidth = 560.0, kHeight = 320.0;
constexpr double kLeft = 72.0, kRight = 12.0, kTop = 12.0, kBottom = 48.0;

// Data to picture along one axis, over the span of its ticks.
struct Axis {
    std::vector<double> ticks;
    double from = 0.0;
    double to = 0.0;

    double operator()(double value) const {
        return from + (to - from) * (value - ticks.front()) / (ticks.back() - ticks.front());
    }
};

template <class Coordinate>
Axis axis_over(const Plot& plot, Coordinate coordinate, double from, double to) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Series& series : plot.series)
        for (const auto& point : series.points) {
            if (!std::isfinite(coordinate(point))) continue;
            low = std::min(low, coordinate(point));
            high = std::max(high, coordinate(point));
        }
    if (low > high) low = 0.0, high = 1.0;
    return {round_ticks(low, high, 5), from, to};
}

std::string text_at(double x, double y, const char* anchor, std::string_view text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                       html_escaped(text));
}

// With as many decimals as tell neighbouring ticks apart.
std::string tick_text(const Axis& axis, double tick) {
    const double step = axis.ticks[1] - axis.ticks[0];
    const double largest = std::max(std::abs(axis.ticks.front()), std::abs(axis.ticks.back()));
    if (step < 1e-6 || largest >= 1e7) return fmt::format("{:.4g}", tick);
    return fmt::format("{:.{}f}", tick, std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-6))));
}

std::string grid_lines(const Axis& x, const Axis& y) {
    std::string out;
    const auto line = [&](double x1, double y1, double x2, double y2) {
        out += fmt::format("<line class=\"grid\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", x1, y1,
                           x2, y2);
    };
    for (const double tick : x.ticks) {
        line(x(tick), y.from, x(tick), y.to);
        out += text_at(x(tick), y.from + 16.0, "middle", tick_text(x, tick));
    }
    for (const double tick : y.ticks) {
        line(x.from, y(tick), x.to, y(tick));
        out += text_at(x.from - 6.0, y(tick) + 4.0, "end", tick_text(y, tick));
    }
    return out;
}

std::string labels(const Plot& plot) {
    const double middle = 0.5 * (kTop + kHeight - kBottom);
    return text_at(0.5 * (kLeft + kWidth - kRight), kHeight - 10.0, "middle", plot.x_label) +
           fmt::format("<g transform=\"translate(14 {:.1f}) rotate(-90)\">{}</g>\n", middle,
                       text_at(0.0, 0.0, "middle", plot.y_label));
}

std::string curve(const Series& series, std::size_t number, const Axis& x, const Axis& y) {
    std::string line, dots;
    for (const auto& [px, py] : series.points) {
        if (!std::isfinite(px) || !std::isfinite(py)) continue;
        line += fmt::format("{:.1f},{:.1f} ", x(px), y(py));
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", x(px), y(py));
    }
    if (series.mark == Series::Mark::dots)
        return fmt::format("<g style=\"fill:var(--series-{})\">{}</g>\n", number, dots);
    return fmt::format("<polyline style=\"stroke:var(--series-{})\" points=\"{}\"/>\n", number, line);
}

std::string legend(const Plot& plot) {
    std::string out;
    for (std::size_t s = 0; s < plot.series.size(); ++s)
        out += fmt::format("<span><i style=\"background:var(--series-{})\"></i>{}</span>\n", s,
                           html_escaped(plot.series[s].name));
    return out;
}

// 1, 2 or 5 times a power of ten, at least `rough`.
double round_step(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10.0 * power;
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low <= 1e-9 * size) {  // one value only
        low -= size > 0.0 ? 0.1 * size : 1.0;
        high += size > 0.0 ? 0.1 * size : 1.0;
    }
    const double step = round_step((high - low) / count);
    std::vector<double> ticks;
    for (double k = std::floor(low / step); k <= std::ceil(high / step); ++k) ticks.push_back(k * step);
    return ticks;
}

std::string html_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    return out;
}

std::string svg_plot(const Plot& plot) {
    const Axis x = axis_over(
        plot, [](const auto& p) { return p.first; }, kLeft, kWidth - kRight);
    const Axis y = axis_over(
        plot, [](const auto& p) { return p.second; }, kHeight - kBottom, kTop);
    std::string out = fmt::format("<figure>\n<figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {} {}\" role=\"img\">\n",
                                  html_escaped(plot.title), kWidth, kHeight);
    out += grid_lines(x, y) + labels(plot);
    for (std::size_t s = 0; s < plot.series.size(); ++s) out += curve(plot.series[s], s, x, y);
    return out + "</svg>\n<div class=\"legend\">" + legend(plot) + "</div>\n</figure>\n";
}

}  // namespace lamella
