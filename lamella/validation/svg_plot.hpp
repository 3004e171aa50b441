// A plot as inline SVG: axes with round ticks, curves in the colours --series-0, --series-1, ... of the page.
#pragma once

#include <lamella/validation/measurement.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lamella {

std::string svg_plot(const Plot& plot);

// About `count` round numbers that span [low, high].
std::vector<double> round_ticks(double low, double high, int count);

// Text that is safe inside HTML and SVG.
std::string html_escaped(std::string_view text);

}  // namespace lamella
