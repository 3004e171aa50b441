// Every parameter with its unit, default, range and sentence, as text or as Markdown.
#pragma once

#include <lamella/scene/parameter_type.hpp>

namespace lamella {

enum class DescribeFormat { text, markdown };

// One section for the whole, for each nested object and for each method.
std::string describe(const ParameterType& type, DescribeFormat format);

// All that a scene may say (docs/methods.md), or only one method ("wcsph"), one key with all that it may hold
// ("solver.pressure", "fluids") or one parameter ("surface.cell"); an unknown name is an InputError with a suggestion.
std::string describe_scene(DescribeFormat format);
std::string describe_scene(DescribeFormat format, std::string_view name);

}  // namespace lamella
