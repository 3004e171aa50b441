// Every parameter with its unit, default, range and sentence, as text or as Markdown.
#pragma once

#include <lamella/scene/parameter_type.hpp>

namespace lamella {

enum class DescribeFormat { text, markdown };

// One section for the whole, for each nested object and for each method.
std::string describe(const ParameterType& type, DescribeFormat format);

// All that a scene may say (docs/methods.md), or only the sections of one method or object ("wcsph",
// "fluids.shapes"); an unknown one is an InputError with a suggestion.
std::string describe_scene(DescribeFormat format);
std::string describe_scene(DescribeFormat format, std::string_view method);

}  // namespace lamella
