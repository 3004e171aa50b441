#include <lamella/core/error.hpp>
#include <lamella/scene/describe.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace lamella {

namespace {

struct Section {
    std::string path;    // "fluids.shapes", "" for the whole
    std::string method;  // "box", "" for an object without a type
    std::string sentence;
    std::vector<Parameter> fields;
};

const ParameterType& innermost(const ParameterType& type) {
    return type.kind == ParameterKind::list ? innermost(*type.element) : type;
}

// A key that holds further keys, or one of several methods.
struct Group {
    std::string path;
    Parameter field;
};

struct Described {
    std::vector<Section> sections;
    std::vector<Group> groups;
};

std::string joined(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

void add_sections(const ParameterType& type, const std::string& path, const std::string& sentence, Described& all) {
    if (type.kind == ParameterKind::choice)
        for (const auto& alternative : type.alternatives) add_sections(*alternative, path, alternative->sentence, all);
    if (type.kind != ParameterKind::record) return;
    all.sections.push_back({path, type.name, sentence, type.fields});
    for (const Parameter& field : type.fields) {
        const ParameterType& inner = innermost(*field.type);
        if (inner.kind == ParameterKind::record || inner.kind == ParameterKind::choice)
            all.groups.push_back({joined(path, field.name), field});
        add_sections(inner, joined(path, field.name), field.sentence, all);
    }
}

std::string kind_text(const ParameterType& type) {
    if (type.kind == ParameterKind::choice) return fmt::format("one of {}", fmt::join(type.alternative_names(), ", "));
    if (type.kind == ParameterKind::word) return fmt::format("one of {}", fmt::join(type.words, ", "));
    if (type.kind == ParameterKind::list && type.length == 0) return "list of: " + kind_text(*type.element);
    return type_text(type);
}

std::string default_text(const Parameter& field) {
    if (field.required) return "required";
    if (const JsonMember* type = field.default_value.find("type")) return short_text(type->value);
    if (field.default_value.is_null()) return "none";
    if (field.default_value.object()) return "see below";
    std::string text = json_text(field.default_value);
    text.pop_back();
    return text.find('\n') == std::string::npos ? text : "see below";
}

std::string otherwise_text(const Parameter& field) {
    const std::string text = default_text(field);
    return field.required || text == "see below" ? text : "default " + text;
}

std::string allowed_text(const Parameter& field) {
    const std::string text = range_text(field.range);
    const bool counted =
        field.type->kind == ParameterKind::text || (field.type->kind == ParameterKind::list && field.type->length == 0);
    return counted && !text.empty() ? "length " + text : text;
}

std::string title_of(const Section& section) {
    if (section.path.empty()) return "scene";
    return section.method.empty() ? section.path : section.path + ": " + section.method;
}

std::string markdown(const Section& section) {
    std::string text = fmt::format("## {}\n\n", title_of(section));
    if (!section.sentence.empty()) text += section.sentence + ".\n\n";
    if (section.fields.empty()) return text + "No parameters.\n\n";
    text += "| key | value | unit | default | allowed | meaning |\n|---|---|---|---|---|---|\n";
    for (const Parameter& field : section.fields) {
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", field.name, kind_text(*field.type), field.unit,
                            default_text(field), allowed_text(field), field.sentence);
    }
    return text + "\n";
}

std::string plain_text(const Section& section) {
    std::string text = title_of(section);
    if (!section.sentence.empty()) text += " - " + section.sentence;
    text += "\n";
    for (const Parameter& field : section.fields) {
        std::vector<std::string> facts{kind_text(*field.type)};
        if (const std::string allowed = allowed_text(field); !allowed.empty()) facts.push_back(allowed);
        if (!field.unit.empty() && field.unit != "1") facts.push_back("unit " + field.unit);
        facts.push_back(otherwise_text(field));
        text += fmt::format("  {:<18} {} ({})\n", field.name, field.sentence, fmt::join(facts, "; "));
    }
    return text + "\n";
}

std::string sections_text(const std::vector<Section>& sections, DescribeFormat format) {
    std::string text;
    for (const Section& section : sections) {
        text += format == DescribeFormat::markdown ? markdown(section) : plain_text(section);
    }
    text.pop_back();
    return text;
}

Described described(const ParameterType& type) {
    Described all;
    add_sections(innermost(type), "", "", all);
    return all;
}

bool begins_with_key(std::string_view path, std::string_view key) {
    return path.size() > key.size() && path.starts_with(key) && path[key.size()] == '.';
}

// The parameter of that path, in each method that has it.
std::vector<Section> sections_of_field(const std::vector<Section>& sections, std::string_view path) {
    std::vector<Section> chosen;
    for (Section section : sections) {
        std::erase_if(section.fields, [&](const Parameter& field) { return joined(section.path, field.name) != path; });
        if (!section.fields.empty()) chosen.push_back(std::move(section));
    }
    return chosen;
}

std::vector<std::string> names_of(const std::vector<Section>& sections) {
    std::vector<std::string> known;
    const auto add = [&](const std::string& name) {
        if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
    };
    for (const Section& section : sections) {
        add(section.method);
        add(section.path);
    }
    return known;
}

// The keys that have this name at the end of their path.
std::vector<std::string> paths_ending_in(const std::vector<Section>& sections, std::string_view name) {
    std::set<std::string> found;
    for (const Section& section : sections)
        for (const Parameter& field : section.fields)
            if (field.name == name) found.insert(joined(section.path, field.name));
    return {found.begin(), found.end()};
}

// After a name that there is not.
std::string hint(const std::vector<Section>& sections, std::string_view name) {
    if (const auto paths = paths_ending_in(sections, name); !paths.empty())
        return fmt::format("; there {} '{}'", paths.size() == 1 ? "is" : "are", fmt::join(paths, "', '"));
    const std::string near = nearest_word(name, names_of(sections));
    return near.empty() ? "; without a name all of them are listed" : fmt::format(" (did you mean '{}'?)", near);
}

// What the key is for, before what it may hold.
std::string group_text(const Group& group, DescribeFormat format) {
    const std::string text = fmt::format("{}: {} ({}; {})", group.path, group.field.sentence,
                                         kind_text(*group.field.type), otherwise_text(group.field));
    return format == DescribeFormat::markdown ? fmt::format("# {}\n\n", text) : text + "\n\n";
}

}  // namespace

std::string describe(const ParameterType& type, DescribeFormat format) {
    return sections_text(described(type).sections, format);
}

std::string describe_scene(DescribeFormat format) {
    std::string text = describe(scene_type(), format);
    if (format == DescribeFormat::text) return text;
    return "# Methods and parameters\n\nWritten by `lamella describe --markdown`: every parameter of a scene file. "
           "Units are SI; `d` is the particle spacing, `1` a pure number.\n\n" +
           text;
}

std::string describe_scene(DescribeFormat format, std::string_view name) {
    const Described all = described(scene_type());
    std::vector<Section> chosen;
    for (const Section& section : all.sections)
        if (section.method == name || section.path == name || begins_with_key(section.path, name))
            chosen.push_back(section);
    if (chosen.empty()) chosen = sections_of_field(all.sections, name);
    if (name.empty() || chosen.empty())
        throw InputError(fmt::format("'{}' is no method and no part of a scene{}", name, hint(all.sections, name)));
    std::string text;
    for (const Group& group : all.groups)
        if (group.path == name) text += group_text(group, format);
    return text + sections_text(chosen, format);
}

}  // namespace lamella
