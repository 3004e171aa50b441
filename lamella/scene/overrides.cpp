#include <lamella/core/error.hpp>
#include <lamella/scene/json_path.hpp>
#include <lamella/scene/overrides.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>

namespace lamella {

namespace {

std::vector<std::string> element_names(const JsonArray& items) {
    std::vector<std::string> names;
    for (const JsonValue& item : items) {
        const JsonMember* name = item.find("name");
        if (name && name->value.text()) names.push_back(*name->value.text());
    }
    return names;
}

class Override {
public:
    Override(const std::string& text, int number) : text_(text), place_{0, 0, number} {}

    void apply(JsonValue& root) const {
        const std::size_t equals = text_.find('=');
        const auto path = parse_path(std::string_view(text_).substr(0, std::min(equals, text_.size())));
        if (equals == std::string::npos || !path) {
            fail(fmt::format("{} is not of the form path=value (like fluids[0].viscosity=2)", short_text(text_)));
        }
        JsonValue* at = &root;
        std::string walked;
        for (const PathStep& step : *path) {
            at = step.in_brackets ? &element(*at, step.key, walked) : &member(*at, step.key, walked);
            walked += step.in_brackets ? "[" + step.key + "]" : (walked.empty() ? "" : ".") + step.key;
        }
        *at = value(std::string_view(text_).substr(equals + 1));
    }

private:
    [[noreturn]] void fail(const std::string& sentence) const { fail_at("", place_, sentence); }

    JsonValue made(JsonValue value) const {
        value.place = place_;
        return value;
    }
    // What does not read as JSON is a string, unless it begins like JSON with brackets or quotes.
    JsonValue value(std::string_view text) const {
        const bool structured = !text.empty() && std::string_view("{[\"").find(text.front()) != std::string_view::npos;
        try {
            return parse_json(text, "", place_.override_number);
        } catch (const InputError&) {
            if (structured) throw;
            return made(std::string(text));
        }
    }
    JsonValue& member(JsonValue& owner, const std::string& key, const std::string& walked) const {
        if (owner.is_null()) owner = made(JsonObject{});
        if (const std::string* word = owner.text()) make_object_of_type(owner, *word);
        if (!owner.object()) fail(fmt::format("'{}' is {}, which has no '{}'", walked, short_text(owner), key));
        if (JsonMember* found = owner.find(key)) return found->value;
        owner.object()->push_back({key, place_, made({})});
        return owner.object()->back().value;
    }
    // "sph" is short for {"type": "sph"}.
    void make_object_of_type(JsonValue& value, std::string word) const {
        JsonValue object(JsonObject{});
        object.place = place_;
        object.object()->push_back({"type", value.place, std::move(word)});
        object.object()->back().value.place = value.place;
        value = std::move(object);
    }
    JsonValue& element(JsonValue& owner, const std::string& key, const std::string& walked) const {
        JsonArray* items = owner.array();
        if (owner.is_null()) fail(fmt::format("'{}' is not in the scene file; set the whole list", walked));
        if (!items) fail(fmt::format("'{}' is {}, not a list", walked, short_text(owner)));
        if (JsonValue* found = find_element(*items, key)) return *found;
        fail(fmt::format("'{}' has {} elements and none is '{}'{}", walked, items->size(), key,
                         suggestion(key, element_names(*items))));
    }

    const std::string& text_;
    JsonPlace place_;
};

}  // namespace

void apply_overrides(JsonValue& root, std::span<const std::string> overrides) {
    int number = 0;
    for (const std::string& text : overrides) Override(text, ++number).apply(root);
}

}  // namespace lamella
