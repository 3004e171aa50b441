#include <lamella/core/error.hpp>
#include <lamella/scene/describe.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

void add_sections(const ParameterType& type, const std::string& path, const std::string& sentence,
                  std::vector<Section>& sections) {
    if (type.kind == ParameterKind::choice) {
        for (const auto& alternative : type.alternatives) {
            add_sections(*alternative, path, alternative->sentence, sections);
        }
    }
    if (type.kind != ParameterKind::record) return;
    sections.push_back({path, type.name, sentence, type.fields});
    for (const Parameter& field : type.fields) {
        add_sections(innermost(*field.type), path.empty() ? field.name : path + "." + field.name, field.sentence,
                     sections);
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
        const std::string otherwise = default_text(field);
        facts.push_back(field.required || otherwise == "see below" ? otherwise : "default " + otherwise);
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

std::vector<Section> sections_of(const ParameterType& type) {
    std::vector<Section> sections;
    add_sections(innermost(type), "", "", sections);
    return sections;
}

}  // namespace

std::string describe(const ParameterType& type, DescribeFormat format) {
    return sections_text(sections_of(type), format);
}

std::string describe_scene(DescribeFormat format) {
    std::string text = describe(scene_type(), format);
    if (format == DescribeFormat::text) return text;
    return "# Methods and parameters\n\nWritten by `lamella describe --markdown`: every parameter of a scene file. "
           "Units are SI; `d` is the particle spacing, `1` a pure number.\n\n" +
           text;
}

std::string describe_scene(DescribeFormat format, std::string_view method) {
    std::vector<Section> sections = sections_of(scene_type());
    std::vector<std::string> known;
    for (const Section& section : sections) {
        for (const std::string& name : {section.method, section.path}) {
            const bool listed = std::find(known.begin(), known.end(), name) != known.end();
            if (!name.empty() && !listed) known.push_back(name);
        }
    }
    std::erase_if(sections, [&](const Section& s) { return s.method != method && s.path != method; });
    if (method.empty() || sections.empty()) {
        throw InputError(fmt::format("'{}' is no method and no part of a scene{}", method, suggestion(method, known)));
    }
    return sections_text(sections, format);
}

}  // namespace lamella
