// The walk over fields(): from a C++ type to its ParameterType, from a value to JSON and back. Supported
// are bool, int, float, double, std::string, InputFile, enums with enum_words, vectors of Eigen, std::array,
// std::vector, std::optional, structs with fields() and std::variant of such structs.
//
// A field without a name merges the keys of its value into the object around it: a struct with
// Field{"", &Filled::shape, ...} is written {"type": "box", ..., "velocity": ...}.
#pragma once

#include <lamella/core/input_file.hpp>
#include <lamella/scene/parameter_type.hpp>

#include <array>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace lamella::walk {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
inline constexpr bool is_fixed = requires { typename T::Scalar; };  // a vector of Eigen
template <class T, std::size_t N>
inline constexpr bool is_fixed<std::array<T, N>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

template <class T>
concept IsMethod = requires { T::sentence; };

template <class T>
ParameterTypePtr type_of(const T& defaults);
template <class T>
JsonValue to_json(const T& value);
template <class T>
void assign(const JsonValue& json, T& value);

// Calls f(alternative) for each type of the variant: the one it holds as it is, the others by default.
template <class... T, class F>
void for_each_alternative(const std::variant<T...>& variant, F&& f) {
    (f(std::holds_alternative<T>(variant) ? std::get<T>(variant) : T{}), ...);
}

inline bool is_merged(const char* name) { return name[0] == '\0'; }

// The choice with further fields in each alternative.
ParameterType extended_choice(ParameterType choice, const std::vector<Parameter>& fields);

template <class T>
void add_fields(const T& defaults, ParameterType& record) {
    for_each_field<T>([&](const auto& field) {
        const auto& value = defaults.*field.member;
        using Value = std::remove_cvref_t<decltype(value)>;
        if (is_merged(field.name)) {
            if constexpr (HasFields<Value>) add_fields(value, record);
            return;
        }
        Parameter parameter{field.name,        field.unit,         field.range, field.sentence,
                            field.is_required, is_optional<Value>, {},          type_of(value)};
        if (!parameter.required) parameter.default_value = to_json(value);
        record.fields.push_back(std::move(parameter));
    });
}

template <class T>
ParameterType method_type(const T& defaults) {
    ParameterType type;
    type.kind = ParameterKind::record;
    if constexpr (IsMethod<T>) {
        type.name = T::name;
        type.sentence = T::sentence;
    }
    add_fields(defaults, type);
    return type;
}

template <class T>
ParameterType choice_type(const T& defaults) {
    ParameterType type;
    type.kind = ParameterKind::choice;
    type.default_word = std::visit([](const auto& held) { return held.name; }, defaults);
    for_each_alternative(defaults, [&](const auto& alternative) {
        type.alternatives.push_back(std::make_shared<ParameterType>(method_type(alternative)));
    });
    return type;
}

// A struct that merges a choice is that choice, with the struct's own fields in each alternative.
template <class T>
ParameterType record_type(const T& defaults) {
    ParameterType result = method_type(defaults);
    for_each_field<T>([&](const auto& field) {
        const auto& value = defaults.*field.member;
        if constexpr (is_variant<std::remove_cvref_t<decltype(value)>>) {
            if (is_merged(field.name)) result = extended_choice(choice_type(value), result.fields);
        }
    });
    return result;
}

template <class T>
ParameterType list_type(const T& defaults) {
    ParameterType type;
    type.kind = ParameterKind::list;
    using Element = std::remove_cvref_t<decltype(defaults[0])>;
    if constexpr (is_fixed<T>) type.length = static_cast<std::size_t>(defaults.size());
    type.element = type_of(Element{});
    return type;
}

template <class T>
ParameterType plain_type() {
    ParameterType type;
    if constexpr (std::is_same_v<T, bool>) {
        type.kind = ParameterKind::boolean;
    } else if constexpr (std::is_enum_v<T>) {
        type.kind = ParameterKind::word;
        type.words.assign(enum_words<T>.begin(), enum_words<T>.end());
    } else if constexpr (std::is_integral_v<T>) {
        type.kind = ParameterKind::integer;
        type.min_integer = static_cast<double>(std::numeric_limits<T>::min());
        type.max_integer = static_cast<double>(std::numeric_limits<T>::max());
    } else if constexpr (std::is_floating_point_v<T>) {
        type.kind = ParameterKind::number;
        type.single_precision = std::is_same_v<T, float>;
    } else {
        static_assert(std::is_same_v<T, std::string> || std::is_same_v<T, InputFile>,
                      "a parameter of this type has no JSON form");
        type.kind = ParameterKind::text;
    }
    return type;
}

template <class T>
ParameterTypePtr type_of(const T& defaults) {
    if constexpr (is_optional<T>) {
        return type_of(typename T::value_type{});
    } else if constexpr (is_list<T> || is_fixed<T>) {
        return std::make_shared<ParameterType>(list_type(defaults));
    } else if constexpr (is_variant<T>) {
        return std::make_shared<ParameterType>(choice_type(defaults));
    } else if constexpr (HasFields<T>) {
        return std::make_shared<ParameterType>(record_type(defaults));
    } else {
        return std::make_shared<ParameterType>(plain_type<T>());
    }
}

template <class T>
void add_members(const T& value, JsonValue& object) {
    const T usual{};
    for_each_field<T>([&](const auto& field) {
        JsonValue member = to_json(value.*field.member);
        if (field.is_silent && json_text(member) == json_text(to_json(usual.*field.member))) return;
        if (is_merged(field.name)) {
            for (auto& inner : *member.object()) object.add(inner.key, std::move(inner.value));
        } else if (!member.is_null()) {
            object.add(field.name, std::move(member));
        }
    });
}

template <class T>
JsonValue to_json(const T& value) {
    if constexpr (is_optional<T>) {
        return value ? to_json(*value) : JsonValue{};
    } else if constexpr (is_list<T> || is_fixed<T>) {
        JsonArray items;
        for (const auto& item : value) items.push_back(to_json(item));
        return items;
    } else if constexpr (is_variant<T>) {
        JsonValue object(JsonObject{});
        std::visit(
            [&](const auto& held) {
                object.add("type", held.name);
                add_members(held, object);
            },
            value);
        return object;
    } else if constexpr (HasFields<T>) {
        JsonValue object(JsonObject{});
        add_members(value, object);
        return object;
    } else if constexpr (std::is_enum_v<T>) {
        return enum_words<T>[static_cast<std::size_t>(value)];
    } else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
        return kept_number(plain_type<T>(), static_cast<double>(value));
    } else if constexpr (std::is_same_v<T, InputFile>) {
        return value.name;
    } else {
        return value;
    }
}

template <class T>
void assign_fields(const JsonValue& json, T& value) {
    for_each_field<T>([&](const auto& field) {
        if (is_merged(field.name)) {
            assign(json, value.*field.member);
        } else if (const JsonMember* member = json.find(field.name)) {
            assign(member->value, value.*field.member);
        }
    });
}

// Makes the variant hold the alternative that the JSON names; without a "type" it stays what it is.
template <class... T>
void choose(const JsonValue& json, std::variant<T...>& value) {
    const JsonMember* type = json.find("type");
    const std::string* word = type ? type->value.text() : json.text();
    const auto take = [&]<class Alternative>(std::type_identity<Alternative>) {
        if (word && *word == Alternative::name && !std::holds_alternative<Alternative>(value)) value = Alternative{};
    };
    (take(std::type_identity<T>{}), ...);
}

template <class T>
void assign_list(const JsonArray& items, T& value) {
    if constexpr (is_list<T>) value.assign(items.size(), {});
    for (std::size_t i = 0; i < items.size(); ++i) assign(items[i], value[i]);
}

// The value from JSON that was checked against type_of() before (parameter_check.hpp).
template <class T>
void assign(const JsonValue& json, T& value) {
    if constexpr (is_optional<T>) {
        if (json.is_null()) return value.reset();
        if (!value) value.emplace();
        assign(json, *value);
    } else if constexpr (is_list<T> || is_fixed<T>) {
        assign_list(*json.array(), value);
    } else if constexpr (is_variant<T>) {
        choose(json, value);
        std::visit([&](auto& held) { assign_fields(json, held); }, value);
    } else if constexpr (HasFields<T>) {
        assign_fields(json, value);
    } else if constexpr (std::is_enum_v<T>) {
        std::size_t k = 0;
        while (*json.text() != enum_words<T>[k]) ++k;
        value = static_cast<T>(k);
    } else if constexpr (std::is_same_v<T, bool>) {
        value = *json.boolean();
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, InputFile>) {
        value = *json.text();
    } else {
        value = static_cast<T>(*json.number());
    }
}

// Calls visit(file) for every file that the value names; the value may be constant.
template <class T, class Visit>
void for_each_file(T& value, Visit&& visit) {
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, InputFile>) {
        visit(value);
    } else if constexpr (is_optional<Value>) {
        if (value) for_each_file(*value, visit);
    } else if constexpr (is_list<Value>) {
        if constexpr (!std::is_same_v<Value, std::vector<bool>>)
            for (auto& item : value) for_each_file(item, visit);
    } else if constexpr (is_variant<Value>) {
        std::visit([&](auto& held) { for_each_file(held, visit); }, value);
    } else if constexpr (HasFields<Value>) {
        for_each_field<Value>([&](const auto& field) { for_each_file(value.*field.member, visit); });
    }
}

}  // namespace lamella::walk
