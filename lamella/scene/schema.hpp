// JSON Schema (draft 7) of a type, for editors that complete and check scene files.
#pragma once

#include <lamella/scene/parameter_type.hpp>

namespace lamella {

std::string json_schema(const ParameterType& type, const std::string& title);

// The schema of scene files: scenes/schema.json.
std::string scene_schema();

}  // namespace lamella
