// The cases, one file each; validate.cpp lists them.
#pragma once

#include <lamella/validation/validate.hpp>

namespace lamella {

void measure_neighbours(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_free_fall(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_hydrostatic(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result);

}  // namespace lamella
