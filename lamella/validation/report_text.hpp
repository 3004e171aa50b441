// Words that the table and the page share.
#pragma once

#include <lamella/validation/measurement.hpp>

#include <string>

namespace lamella {

std::string with_unit(double value, const std::string& unit);  // "9810 Pa/m"
std::string reference_text(const Measurement& measurement);    // the same, nothing where a reported one has none (0)
std::string tolerance_text(const Measurement& measurement);    // "2 %", "0.01 m", "at most"
std::string verdict_text(const Measurement& measurement);      // "pass", "FAIL", "reported"
std::string run_line(bool full);                               // which program measured what

}  // namespace lamella
