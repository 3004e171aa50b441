// `lamella validate`: physical cases with a known answer, each measured against its reference.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/validation/measurement.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lamella {

struct ValidateOptions {
    bool full = false;  // finer and longer, with the tolerances that may be quoted
    std::filesystem::path folder = "lamella-validate";
};

// A case fills in the measurements and plots of its result. What it writes goes to options.folder / name.
struct ValidationCase {
    const char* name;
    const char* family;
    const char* sentence;
    void (*measure)(const Run& run, const ValidateOptions& options, CaseResult& result);
};

// All cases, family by family; this list is the registry.
std::span<const ValidationCase> validation_cases();

// The cases of those names or families in the order of the list, each once; none given means all. An
// unknown name is an InputError.
std::vector<ValidationCase> select_cases(std::span<const std::string> names);

// Runs the selected cases one after another. A case that breaks off is a failed case with its sentence; the
// others still run. When run.stop is set the rest is "not run".
std::vector<CaseResult> validate(const Run& run, std::span<const std::string> names, const ValidateOptions& options);
std::vector<CaseResult> run_cases(const Run& run, std::span<const ValidationCase> cases,
                                  const ValidateOptions& options);

// fail if any case failed, else not_run if any was not run, else pass.
Verdict overall_verdict(std::span<const CaseResult> results);

}  // namespace lamella
