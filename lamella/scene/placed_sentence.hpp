// What messages about a text begin with.
#pragma once

#include <lamella/scene/json.hpp>

#include <string>
#include <string_view>

namespace lamella {

// "scenes/dam.json:14:9: sentence", or "--set #2: sentence".
std::string placed_sentence(std::string_view file, const JsonPlace& place, const std::string& sentence);

}  // namespace lamella
