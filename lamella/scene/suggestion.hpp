// "Did you mean": the allowed word that is nearest to a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lamella {

// The word with the fewest edits (insert, delete, replace, swap of neighbours) when they are few for its
// length, else "".
std::string nearest_word(std::string_view word, std::span<const std::string> allowed);

// " (did you mean 'viscosity'?)", or "; allowed are 'a', 'b'" when nothing is near.
std::string suggestion(std::string_view word, std::span<const std::string> allowed);

}  // namespace lamella
