// JSON with // and /* */ comments as a tree in which every value and key knows where it stands, so that
// a message about it can say so.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lamella {

// Where a value was written: line and column (in characters, from 1) of the file, or the number of the
// --set that gave it.
struct JsonPlace {
    int line = 0;
    int column = 0;
    int override_number = 0;  // 0: the file itself
};

struct JsonMember;
struct JsonValue;
using JsonArray = std::vector<JsonValue>;
using JsonObject = std::vector<JsonMember>;  // in the order of the file

struct JsonValue {
    std::variant<std::nullptr_t, bool, double, std::string, JsonArray, JsonObject> data;
    JsonPlace place;

    JsonValue();
    JsonValue(bool value);         // NOLINT(google-explicit-constructor)
    JsonValue(double value);       // NOLINT(google-explicit-constructor)
    JsonValue(int value);          // NOLINT(google-explicit-constructor)
    JsonValue(std::string value);  // NOLINT(google-explicit-constructor)
    JsonValue(const char* value);  // NOLINT(google-explicit-constructor)
    JsonValue(JsonArray value);    // NOLINT(google-explicit-constructor)
    JsonValue(JsonObject value);   // NOLINT(google-explicit-constructor)
    JsonValue(const JsonValue&);
    JsonValue(JsonValue&&) noexcept;
    JsonValue& operator=(const JsonValue&);
    JsonValue& operator=(JsonValue&&) noexcept;
    ~JsonValue();

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(data); }
    const bool* boolean() const { return std::get_if<bool>(&data); }
    const double* number() const { return std::get_if<double>(&data); }
    const std::string* text() const { return std::get_if<std::string>(&data); }
    const JsonArray* array() const { return std::get_if<JsonArray>(&data); }
    JsonArray* array() { return std::get_if<JsonArray>(&data); }
    const JsonObject* object() const { return std::get_if<JsonObject>(&data); }
    JsonObject* object() { return std::get_if<JsonObject>(&data); }

    // The member of that name, or null (also when this is no object).
    const JsonMember* find(std::string_view key) const;
    JsonMember* find(std::string_view key);

    // Adds a member to an object (the tree that a writer builds).
    JsonValue& add(std::string key, JsonValue value);
};

struct JsonMember {
    std::string key;
    JsonPlace place;
    JsonValue value;
};

// Reads one value; anything else is an InputError "file:line:column: sentence". At most 64 MB, 64 levels
// and a million values; duplicate keys, trailing commas and invalid UTF-8 are refused.
JsonValue parse_json(std::string_view text, std::string_view file, int override_number = 0);

// Pretty printed with two blanks a level; lists of plain values stand on one line. Ends with a newline.
std::string json_text(const JsonValue& value);

// The shortest decimal number that reads back as the same value.
std::string number_text(double value);

// The string as JSON writes it, with quotes and escapes.
std::string json_string(std::string_view text);

// A few words that name a value in a message: `"down"`, `12`, `a list of 3 values`.
std::string short_text(const JsonValue& value);

// "file:line:column: sentence" or "--set #2: sentence".
[[noreturn]] void fail_at(std::string_view file, const JsonPlace& place, const std::string& sentence);

}  // namespace lamella
