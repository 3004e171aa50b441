#include <lamella/scene/parameter_check.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace lamella {

namespace {

// What the walk knows about a value besides its type.
struct Context {
    std::string path;  // "fluids[0].density"
    std::string unit;
    Range range;
    bool type_may_be_missing = false;
};

class Checker {
public:
    Checker(std::string_view file, std::string_view what) : file_(file), what_(what) {}

    void check(const JsonValue& json, const ParameterType& type, const Context& context) const {
        switch (type.kind) {
            case ParameterKind::boolean:
                return expect(json.boolean(), json, type, context);
            case ParameterKind::integer:
                return check_integer(json, type, context);
            case ParameterKind::number:
                return check_number(json, type, context);
            case ParameterKind::text:
                return check_text(json, type, context);
            case ParameterKind::word:
                return check_word(json, type, context);
            case ParameterKind::list:
                return check_list(json, type, context);
            case ParameterKind::record:
                return check_record(json, type, context);
            case ParameterKind::choice:
                return check_choice(json, type, context);
        }
    }

private:
    [[noreturn]] void fail(const JsonPlace& place, const std::string& sentence) const {
        fail_at(file_, place, sentence);
    }
    std::string name_of(const Context& context) const {
        return context.path.empty() ? std::string(what_) : fmt::format("'{}'", context.path);
    }
    [[noreturn]] void refuse(const JsonValue& json, const Context& context, std::string_view allowed) const {
        const bool pure = context.unit.empty() || context.unit == "1";
        fail(json.place, fmt::format("{} is {}, but must be {}{}", name_of(context), short_text(json), allowed,
                                     pure ? "" : fmt::format(" (unit: {})", context.unit)));
    }
    void expect(bool good, const JsonValue& json, const ParameterType& type, const Context& context) const {
        if (!good) refuse(json, context, type_text(type));
    }
    std::string allowed_number(const ParameterType& type, const Range& range) const {
        const std::string text = range_text(range);
        return text.empty() ? type_text(type) : type_text(type) + " " + text;
    }

    void check_integer(const JsonValue& json, const ParameterType& type, const Context& context) const {
        const double* n = json.number();
        const bool whole = n && *n == std::floor(*n);
        if (!whole || !context.range.contains(*n)) refuse(json, context, allowed_number(type, context.range));
        if (*n < type.min_integer || *n > type.max_integer) {
            refuse(json, context, allowed_number(type, range(type.min_integer, type.max_integer)));
        }
    }
    void check_number(const JsonValue& json, const ParameterType& type, const Context& context) const {
        const double* n = json.number();
        if (!n) refuse(json, context, allowed_number(type, context.range));
        const double kept = kept_number(type, *n);
        if (!std::isfinite(kept)) refuse(json, context, "a number up to 3.4e38");
        if (!context.range.contains(*n) || !context.range.contains(kept)) {
            refuse(json, context, allowed_number(type, context.range));
        }
    }
    void check_text(const JsonValue& json, const ParameterType& type, const Context& context) const {
        expect(json.text(), json, type, context);
        if (!context.range.contains(static_cast<double>(json.text()->size()))) {
            refuse(json, context, fmt::format("a string whose length is {}", range_text(context.range)));
        }
    }
    void check_word(const JsonValue& json, const ParameterType& type, const Context& context) const {
        expect(json.text(), json, type, context);
        if (std::find(type.words.begin(), type.words.end(), *json.text()) != type.words.end()) return;
        refuse(json, context, type_text(type));
    }
    void check_list(const JsonValue& json, const ParameterType& type, const Context& context) const {
        const JsonArray* items = json.array();
        const bool good = items && (type.length == 0 || items->size() == type.length);
        expect(good, json, type, context);
        if (type.length == 0 && !context.range.contains(static_cast<double>(items->size()))) {
            refuse(json, context, fmt::format("a list whose length is {}", range_text(context.range)));
        }
        const Range each = type.length ? context.range : any_value();
        for (std::size_t i = 0; i < items->size(); ++i) {
            check((*items)[i], *type.element, {fmt::format("{}[{}]", context.path, i), context.unit, each, false});
        }
    }

    void check_record(const JsonValue& json, const ParameterType& type, const Context& context) const {
        expect(json.object(), json, type, context);
        check_members(json, type, context, {type.field_names(), nullptr});
    }
    void check_choice(const JsonValue& json, const ParameterType& type, const Context& context) const {
        const JsonMember* member = json.find("type");
        if (!json.text() && !json.object()) refuse(json, context, "an object with a \"type\", or the word of a type");
        if (json.object() && !member && !context.type_may_be_missing) {
            fail(json.place,
                 fmt::format("{} has no 'type'{}", name_of(context), suggestion("", type.alternative_names())));
        }
        const JsonValue& word = member ? member->value : json;
        const ParameterType& chosen =
            member || json.text() ? chosen_type(word, type, context) : *type.find_alternative(type.default_word);
        auto allowed = chosen.field_names();
        allowed.insert(allowed.begin(), "type");
        check_members(json, chosen, context, {std::move(allowed), &type});
    }
    const ParameterType& chosen_type(const JsonValue& word, const ParameterType& type, const Context& context) const {
        const ParameterType* chosen = word.text() ? type.find_alternative(*word.text()) : nullptr;
        if (chosen) return *chosen;
        fail(word.place, fmt::format("{} has the unknown type {}{}", name_of(context), short_text(word),
                                     suggestion(word.text() ? *word.text() : "", type.alternative_names())));
    }
    struct Members {
        std::vector<std::string> allowed;
        const ParameterType* choice;  // that the record is an alternative of, if any
    };

    // A choice given as a bare word has no members, but must not need any.
    void check_members(const JsonValue& json, const ParameterType& type, const Context& context,
                       const Members& members) const {
        const std::string owner = type.name.empty() ? name_of(context) : type.name;
        if (json.object()) {
            for (const JsonMember& member : *json.object()) {
                const std::vector<std::string>& allowed = members.allowed;
                if (std::find(allowed.begin(), allowed.end(), member.key) != allowed.end()) continue;
                const std::string others = other_owners(member.key, members.choice);
                fail(member.place, fmt::format("{} is not a parameter of {}{}", quoted_key(member.key), owner,
                                               others.empty() ? suggestion(member.key, allowed) : others));
            }
        }
        for (const Parameter& field : type.fields) check_field(json, field, context);
    }
    // The other alternatives of a choice that have the parameter.
    static std::string other_owners(const std::string& key, const ParameterType* choice) {
        std::vector<std::string> owners;
        if (choice) {
            for (const ParameterTypePtr& other : choice->alternatives) {
                const std::vector<std::string> names = other->field_names();
                if (std::find(names.begin(), names.end(), key) != names.end()) owners.push_back(other->name);
            }
        }
        return owners.empty() ? "" : fmt::format(", but of {}", fmt::join(owners, ", "));
    }
    void check_field(const JsonValue& json, const Parameter& field, const Context& context) const {
        const JsonMember* member = json.find(field.name);
        if (!member) {
            if (!field.required) return;
            fail(json.place, fmt::format("{} has no '{}' ({})", name_of(context), field.name, field.sentence));
        }
        if (field.optional && member->value.is_null()) return;
        const std::string path = context.path.empty() ? field.name : context.path + "." + field.name;
        check(member->value, *field.type, {path, field.unit, field.range, !field.required});
    }
    static std::string quoted_key(const std::string& key) {
        const std::string text = short_text(key);
        return fmt::format("'{}'", std::string_view(text).substr(1, text.size() - 2));
    }

    std::string_view file_;
    std::string_view what_;
};

}  // namespace

void check_parameters(const JsonValue& json, const ParameterType& type, std::string_view file, std::string_view what) {
    Checker(file, what).check(json, type, {});
}

}  // namespace lamella
