// The results of validation for people and programs: a table, results.json, report.html.
#pragma once

#include <lamella/validation/validate.hpp>

#include <span>
#include <string>

namespace lamella {

// quantity, measured, reference, tolerance, verdict; one line each, aligned, grouped by case.
std::string results_table(std::span<const CaseResult> results);

std::string results_json(std::span<const CaseResult> results, bool full);

// One page that needs no other file: tables and inline SVG plots, light or dark as the reader's system is.
std::string report_html(std::span<const CaseResult> results, bool full);

// folder/results.json and folder/report.html.
void write_report(std::span<const CaseResult> results, const ValidateOptions& options);

}  // namespace lamella
