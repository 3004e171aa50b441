// `--set path=value`: changes the tree of a scene before it is checked.
#pragma once

#include <lamella/scene/json.hpp>

#include <span>

namespace lamella {

// The value is JSON, or a string when it does not read as JSON. Objects on the way that are missing are
// made; list elements must exist. A fault is an InputError "--set #2: ...", counted from 1.
void apply_overrides(JsonValue& root, std::span<const std::string> overrides);

}  // namespace lamella
