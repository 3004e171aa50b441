#include <lamella/scene/json_path.hpp>

#include <algorithm>
#include <charconv>

namespace lamella {

namespace {

const JsonValue* follow(const JsonValue& value, const PathStep& step) {
    if (step.in_brackets) return value.array() ? find_element(*value.array(), step.key) : nullptr;
    const JsonMember* member = value.find(step.key);
    return member ? &member->value : nullptr;
}

}  // namespace

std::optional<std::vector<PathStep>> parse_path(std::string_view text) {
    std::vector<PathStep> steps;
    while (!text.empty()) {
        const bool in_brackets = !steps.empty() && text.front() == '[';
        if (!in_brackets && !steps.empty()) {
            if (text.front() != '.') return std::nullopt;
            text.remove_prefix(1);
        }
        if (in_brackets) text.remove_prefix(1);
        const std::size_t end = in_brackets ? text.find(']') : std::min(text.find_first_of(".[]"), text.size());
        if (end == 0 || end == std::string_view::npos) return std::nullopt;
        steps.push_back({std::string(text.substr(0, end)), in_brackets});
        text.remove_prefix(end + (in_brackets ? 1 : 0));
    }
    if (steps.empty()) return std::nullopt;
    return steps;
}

const JsonValue* find_element(const JsonArray& items, const std::string& key) {
    std::size_t number = 0;
    const auto result = std::from_chars(key.data(), key.data() + key.size(), number);
    if (result.ec == std::errc{} && result.ptr == key.data() + key.size()) {
        return number < items.size() ? &items[number] : nullptr;
    }
    const auto at = std::find_if(items.begin(), items.end(), [&](const JsonValue& item) {
        const JsonMember* name = item.find("name");
        return name && name->value.text() && *name->value.text() == key;
    });
    return at == items.end() ? nullptr : &*at;
}

JsonValue* find_element(JsonArray& items, const std::string& key) {
    return const_cast<JsonValue*>(find_element(std::as_const(items), key));
}

JsonPlace place_of(const JsonValue& root, std::string_view path) {
    const auto steps = parse_path(path);
    const JsonValue* value = &root;
    for (std::size_t i = 0; steps && i < steps->size(); ++i) {
        const JsonValue* next = follow(*value, (*steps)[i]);
        if (!next) break;
        value = next;
    }
    return value->place;
}

}  // namespace lamella
