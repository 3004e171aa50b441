#include <lamella/scene/reader.hpp>
#include <lamella/scene/schema.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

namespace {

JsonValue schema_of(const ParameterType& type, const Range& range, bool type_may_be_missing);

JsonArray texts(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

void add_range(JsonValue& schema, const Range& range, const char* min_key, const char* max_key) {
    if (std::isfinite(range.min)) schema.add(range.min_open ? "exclusiveMinimum" : min_key, range.min);
    if (std::isfinite(range.max)) schema.add(max_key, range.max);
}

JsonValue plain(const char* word) {
    JsonValue schema(JsonObject{});
    schema.add("type", word);
    return schema;
}

JsonValue field_schema(const Parameter& field) {
    JsonValue schema = schema_of(*field.type, field.range, !field.required);
    if (field.optional) {
        JsonValue either(JsonObject{});
        either.add("anyOf", JsonArray{std::move(schema), plain("null")});
        schema = std::move(either);
    }
    const bool pure = field.unit.empty() || field.unit == "1";
    schema.add("description", pure ? field.sentence : field.sentence + " (" + field.unit + ")");
    if (!field.default_value.is_null()) schema.add("default", field.default_value);
    return schema;
}

JsonValue record_schema(const ParameterType& type, bool is_alternative, bool type_is_required) {
    JsonValue schema = plain("object");
    if (!type.sentence.empty()) schema.add("description", type.sentence);
    JsonValue properties(JsonObject{});
    JsonArray required;
    if (is_alternative) properties.add("type", JsonObject{}).add("const", type.name);
    if (is_alternative && type_is_required) required.emplace_back("type");
    for (const Parameter& field : type.fields) {
        properties.add(field.name, field_schema(field));
        if (field.required) required.emplace_back(field.name);
    }
    schema.add("properties", std::move(properties));
    if (!required.empty()) schema.add("required", std::move(required));
    schema.add("additionalProperties", false);
    return schema;
}

// The alternatives by their "type"; a type without required parameters also as a bare word.
JsonValue choice_schema(const ParameterType& type, bool type_may_be_missing) {
    JsonArray either;
    std::vector<std::string> bare;
    for (const auto& alternative : type.alternatives) {
        const bool implied = type_may_be_missing && alternative->name == type.default_word;
        either.push_back(record_schema(*alternative, true, !implied));
        if (!alternative->needs_parameters()) bare.push_back(alternative->name);
    }
    if (!bare.empty()) {
        JsonValue words(JsonObject{});
        words.add("enum", texts(bare));
        either.push_back(std::move(words));
    }
    JsonValue schema(JsonObject{});
    schema.add("anyOf", std::move(either));
    return schema;
}

JsonValue list_schema(const ParameterType& type, const Range& range) {
    JsonValue schema = plain("array");
    schema.add("items", schema_of(*type.element, type.length ? range : any_value(), false));
    const double length = static_cast<double>(type.length);
    add_range(schema, type.length ? lamella::range(length, length) : range, "minItems", "maxItems");
    return schema;
}

JsonValue integer_schema(const ParameterType& type, Range range) {
    JsonValue schema = plain("integer");
    range.max = std::min(range.max, type.max_integer);
    range.min = std::max(range.min, type.min_integer);
    add_range(schema, range, "minimum", "maximum");
    return schema;
}

JsonValue schema_of(const ParameterType& type, const Range& range, bool type_may_be_missing) {
    JsonValue schema(JsonObject{});
    switch (type.kind) {
        case ParameterKind::boolean:
            return plain("boolean");
        case ParameterKind::integer:
            return integer_schema(type, range);
        case ParameterKind::number:
            schema = plain("number");
            add_range(schema, range, "minimum", "maximum");
            return schema;
        case ParameterKind::text:
            schema = plain("string");
            add_range(schema, range, "minLength", "maxLength");
            return schema;
        case ParameterKind::word:
            schema.add("enum", texts(type.words));
            return schema;
        case ParameterKind::list:
            return list_schema(type, range);
        case ParameterKind::record:
            return record_schema(type, false, false);
        case ParameterKind::choice:
            return choice_schema(type, type_may_be_missing);
    }
    return schema;
}

}  // namespace

std::string json_schema(const ParameterType& type, const std::string& title) {
    JsonValue schema(JsonObject{});
    schema.add("$schema", "http://json-schema.org/draft-07/schema#");
    schema.add("title", title);
    JsonValue body = schema_of(type, any_value(), false);
    for (JsonMember& member : *body.object()) schema.add(member.key, std::move(member.value));
    return json_text(schema);
}

std::string scene_schema() { return json_schema(scene_type(), "Lamella scene"); }

}  // namespace lamella
