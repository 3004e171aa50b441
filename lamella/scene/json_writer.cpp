#include <lamella/scene/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {

namespace {

bool is_plain(const JsonValue& value) { return !value.array() && !value.object(); }

class Writer {
public:
    std::string text;

    void write(const JsonValue& value, int level) {
        if (const auto* items = value.array()) {
            write_array(*items, level);
        } else if (const auto* members = value.object()) {
            write_object(*members, level);
        } else {
            write_plain(value);
        }
    }

private:
    void write_plain(const JsonValue& value) {
        if (const auto* b = value.boolean()) {
            text += *b ? "true" : "false";
        } else if (const auto* n = value.number()) {
            text += number_text(*n);
        } else if (const auto* s = value.text()) {
            text += json_string(*s);
        } else {
            text += "null";
        }
    }
    void new_line(int level) { text.append("\n").append(static_cast<std::size_t>(2 * level), ' '); }

    void write_array(const JsonArray& items, int level) {
        const bool one_line = std::all_of(items.begin(), items.end(), is_plain);
        text += '[';
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i) text += one_line ? ", " : ",";
            if (!one_line) new_line(level + 1);
            write(items[i], level + 1);
        }
        if (!one_line) new_line(level);
        text += ']';
    }
    void write_object(const JsonObject& members, int level) {
        text += '{';
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i) text += ',';
            new_line(level + 1);
            text += json_string(members[i].key) + ": ";
            write(members[i].value, level + 1);
        }
        if (!members.empty()) new_line(level);
        text += '}';
    }
};

// At most `limit` bytes of valid UTF-8, cut between characters.
std::string shortened(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return std::string(text);
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
    return std::string(text.substr(0, limit)) + "...";
}

}  // namespace

std::string json_text(const JsonValue& value) {
    Writer writer;
    writer.write(value, 0);
    return writer.text + "\n";
}

std::string number_text(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value + 0.0);
    return fmt::format("{}", value);
}

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += {'\\', c};
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            result += fmt::format("\\u{:04x}", static_cast<int>(c));
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string short_text(const JsonValue& value) {
    if (const auto* items = value.array()) return fmt::format("a list of {} values", items->size());
    if (value.object()) return "an object";
    if (const auto* s = value.text()) return json_string(shortened(*s, 60));
    std::string text = json_text(value);
    text.pop_back();
    return text;
}

}  // namespace lamella
