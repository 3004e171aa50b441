#include <lamella/scene/parameter_walk.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {

namespace {

std::string plural(const ParameterType& type) {
    switch (type.kind) {
        case ParameterKind::boolean:
            return "true/false values";
        case ParameterKind::integer:
            return "whole numbers";
        case ParameterKind::number:
            return "numbers";
        case ParameterKind::text:
            return "strings";
        case ParameterKind::word:
            return "words, each " + type_text(type);
        case ParameterKind::list:
            return "lists";
        default:
            return "objects";
    }
}

}  // namespace

const Parameter* ParameterType::find_field(std::string_view key) const {
    const auto at = std::find_if(fields.begin(), fields.end(), [&](const Parameter& p) { return p.name == key; });
    return at == fields.end() ? nullptr : &*at;
}

const ParameterType* ParameterType::find_alternative(std::string_view word) const {
    const auto at =
        std::find_if(alternatives.begin(), alternatives.end(), [&](const auto& a) { return a->name == word; });
    return at == alternatives.end() ? nullptr : at->get();
}

std::vector<std::string> ParameterType::field_names() const {
    std::vector<std::string> names;
    for (const Parameter& field : fields) names.push_back(field.name);
    return names;
}

std::vector<std::string> ParameterType::alternative_names() const {
    std::vector<std::string> names;
    for (const auto& alternative : alternatives) names.push_back(alternative->name);
    return names;
}

bool ParameterType::needs_parameters() const {
    return std::any_of(fields.begin(), fields.end(), [](const Parameter& p) { return p.required; });
}

double kept_number(const ParameterType& type, double value) {
    if (!type.single_precision) return value;
    if (std::abs(value) > std::numeric_limits<float>::max()) return std::copysign(HUGE_VAL, value);
    return std::stod(fmt::format("{}", static_cast<float>(value)));
}

std::string type_text(const ParameterType& type) {
    switch (type.kind) {
        case ParameterKind::boolean:
            return "true or false";
        case ParameterKind::integer:
            return "a whole number";
        case ParameterKind::number:
            return "a number";
        case ParameterKind::text:
            return "a string";
        case ParameterKind::word:
            return fmt::format("one of \"{}\"", fmt::join(type.words, "\", \""));
        case ParameterKind::list:
            return type.length ? fmt::format("a list of {} {}", type.length, plural(*type.element))
                               : "a list of " + plural(*type.element);
        default:
            return "an object";
    }
}

std::string range_text(const Range& range) {
    const bool low = std::isfinite(range.min), high = std::isfinite(range.max);
    std::string min = number_text(range.min), max = number_text(range.max);
    if (low && high && range.min == range.max) return min;
    if (low && high)
        return fmt::format("{} {} {} {}", range.min_open ? "above" : "from", min, range.min_open ? "and at most" : "to",
                           max);
    if (low) return fmt::format("{} {}", range.min_open ? "above" : "at least", min);
    return high ? "at most " + max : "";
}

ParameterType walk::extended_choice(ParameterType choice, const std::vector<Parameter>& fields) {
    for (auto& alternative : choice.alternatives) {
        ParameterType extended = *alternative;
        extended.fields.insert(extended.fields.end(), fields.begin(), fields.end());
        alternative = std::make_shared<ParameterType>(std::move(extended));
    }
    return choice;
}

}  // namespace lamella
