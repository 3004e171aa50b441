#include <lamella/core/error.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/placed_sentence.hpp>

#include <algorithm>

namespace lamella {

JsonValue::JsonValue() : data(nullptr) {}
JsonValue::JsonValue(bool value) : data(value) {}
JsonValue::JsonValue(double value) : data(value) {}
JsonValue::JsonValue(int value) : data(static_cast<double>(value)) {}
JsonValue::JsonValue(std::string value) : data(std::move(value)) {}
JsonValue::JsonValue(const char* value) : data(std::string(value)) {}
JsonValue::JsonValue(JsonArray value) : data(std::move(value)) {}
JsonValue::JsonValue(JsonObject value) : data(std::move(value)) {}
JsonValue::JsonValue(const JsonValue&) = default;
JsonValue::JsonValue(JsonValue&&) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue&) = default;
JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;
JsonValue::~JsonValue() = default;

const JsonMember* JsonValue::find(std::string_view key) const {
    const JsonObject* members = object();
    if (!members) return nullptr;
    const auto at = std::find_if(members->begin(), members->end(), [&](const auto& m) { return m.key == key; });
    return at == members->end() ? nullptr : &*at;
}

JsonMember* JsonValue::find(std::string_view key) { return const_cast<JsonMember*>(std::as_const(*this).find(key)); }

JsonValue& JsonValue::add(std::string key, JsonValue value) {
    object()->push_back({std::move(key), {}, std::move(value)});
    return object()->back().value;
}

void fail_at(std::string_view file, const JsonPlace& place, const std::string& sentence) {
    throw InputError(placed_sentence(file, place, sentence));
}

}  // namespace lamella
