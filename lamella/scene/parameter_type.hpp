// The type of a parameter as data: made once from fields() (parameter_walk.hpp), then walked by the
// checks of the scene reader, the JSON Schema and `describe`.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/scene/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

enum class ParameterKind { boolean, integer, number, text, word, list, record, choice };

struct ParameterType;
using ParameterTypePtr = std::shared_ptr<const ParameterType>;

struct Parameter {
    std::string name;
    std::string unit;
    Range range;
    std::string sentence;
    bool required = false;
    bool optional = false;    // may be left out, or null, without having a default
    JsonValue default_value;  // null where it is required or optional
    ParameterTypePtr type;
};

struct ParameterType {
    ParameterKind kind = ParameterKind::boolean;
    std::string name;                             // of a method: the word that chooses it
    std::string sentence;                         // of a method
    bool single_precision = false;                // number: kept as float
    double min_integer = 0.0, max_integer = 0.0;  // integer
    std::vector<std::string> words;               // word
    ParameterTypePtr element;                     // list
    std::size_t length = 0;                       // list: 0 is any length
    std::vector<Parameter> fields;                // record
    std::vector<ParameterTypePtr> alternatives;   // choice: records that are told apart by "type"
    std::string default_word;                     // choice

    const Parameter* find_field(std::string_view key) const;
    const ParameterType* find_alternative(std::string_view word) const;
    std::vector<std::string> field_names() const;
    std::vector<std::string> alternative_names() const;
    bool needs_parameters() const;  // record: whether a field is required
};

// The number as the scene keeps it: for single precision, the shortest decimal that gives the same float.
double kept_number(const ParameterType& type, double value);

// "a number", "a list of 3 numbers", "one of \"cubic\", \"hexagonal\"".
std::string type_text(const ParameterType& type);

// "from 0 to 1", "above 0", "" when everything is allowed.
std::string range_text(const Range& range);

}  // namespace lamella
