// Places in a JSON tree by name: "fluids[milk].shapes[0].radius". A list element is named by its number
// or by its "name".
#pragma once

#include <lamella/scene/json.hpp>

#include <optional>

namespace lamella {

struct PathStep {
    std::string key;
    bool in_brackets = false;
};

// Nothing when the text is not a path.
std::optional<std::vector<PathStep>> parse_path(std::string_view text);

// The element of a list that [key] names, or null.
const JsonValue* find_element(const JsonArray& items, const std::string& key);
JsonValue* find_element(JsonArray& items, const std::string& key);

// Where the value stands, or the innermost value around it that the tree has.
JsonPlace place_of(const JsonValue& root, std::string_view path);

}  // namespace lamella
