// Checks a JSON tree against the type of a parameter: unknown and missing keys, wrong types, values out
// of range, unknown words. The first fault is an InputError with its place.
#pragma once

#include <lamella/scene/parameter_type.hpp>

namespace lamella {

// `what` names the whole in messages, e.g. "the scene".
void check_parameters(const JsonValue& json, const ParameterType& type, std::string_view file, std::string_view what);

}  // namespace lamella
