// The parser keeps its open lists and objects on a stack of its own, so the depth of the input never
// becomes depth of the program's stack.
#include <lamella/core/utf8.hpp>
#include <lamella/scene/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

namespace lamella {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxValues = 1'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '+' ||
           c == '-';
}

void append_utf8(std::string& out, unsigned code) {
    const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
    }
    put(0x80 | (code & 0x3F));
}

class Parser {
public:
    Parser(std::string_view text, std::string_view file, int override_number) : text_(text), file_(file) {
        place_ = {1, 1, override_number};
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    JsonValue parse() {
        if (text_.size() > kMaxBytes) fail("the text is larger than 64 MB");
        JsonValue root;
        skip_space();
        begin_value(root);
        while (!open_.empty()) continue_open();
        skip_space();
        if (!at_end()) fail("found " + here() + " after the end of the value");
        return root;
    }

private:
    [[noreturn]] void fail(const std::string& sentence) const { fail_at(file_, place_, sentence); }

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    bool ahead(std::string_view token) const { return text_.substr(at_).starts_with(token); }
    void advance() {
        if (text_[at_] == '\n') {
            ++place_.line;
            place_.column = 1;
        } else if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) {
            ++place_.column;
        }
        ++at_;
    }
    void advance(std::size_t bytes) {
        for (; bytes > 0; --bytes) advance();
    }

    // The next character for a message.
    std::string here() const {
        if (at_end()) return "the end of the text";
        const std::string_view rest = text_.substr(at_);
        const std::size_t length = utf8_length(rest);
        if (length == 0 || static_cast<unsigned char>(rest[0]) < 0x20) {
            return fmt::format("the byte 0x{:02x}", static_cast<unsigned char>(rest[0]));
        }
        return fmt::format("'{}'", rest.substr(0, length));
    }

    void skip_space() {
        while (!at_end()) {
            const char c = peek();
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                advance();
            } else if (ahead("//")) {
                while (!at_end() && peek() != '\n') advance();
            } else if (ahead("/*")) {
                skip_block_comment();
            } else {
                return;
            }
        }
    }
    void skip_block_comment() {
        const JsonPlace start = place_;
        advance(2);
        while (!at_end() && !ahead("*/")) advance();
        if (at_end()) fail_at(file_, start, "this comment has no end ('*/' is missing)");
        advance(2);
    }

    void begin_value(JsonValue& value) {
        value.place = place_;
        if (++values_ > kMaxValues) fail("the text holds more than 1,000,000 values");
        const char c = peek();
        if (c == '{') {
            open(value, JsonObject{});
        } else if (c == '[') {
            open(value, JsonArray{});
        } else if (c == '"') {
            value.data = read_string();
        } else if (c == '-' || is_digit(c)) {
            value.data = read_number();
        } else {
            read_word(value);
        }
    }
    template <class Container>
    void open(JsonValue& value, Container empty) {
        if (open_.size() == kMaxDepth) fail("lists and objects are nested deeper than 64 levels");
        value.data = std::move(empty);
        open_.push_back(&value);
        advance();
    }

    // The pointers on the stack stay valid: a list grows only while its last element is closed.
    void continue_open() {
        JsonValue& container = *open_.back();
        const bool is_object = container.object() != nullptr;
        const char end = is_object ? '}' : ']';
        const bool first = is_object ? container.object()->empty() : container.array()->empty();
        skip_space();
        if (peek() == end) return close(container);
        if (!first) {
            if (peek() != ',') fail(fmt::format("found {} where ',' or '{}' belongs", here(), end));
            advance();
            skip_space();
            if (peek() == end) fail(fmt::format("found '{}' after ','; the last element has no comma", end));
        }
        if (is_object) {
            begin_value(read_key(*container.object()));
        } else {
            begin_value(container.array()->emplace_back());
        }
    }
    void close(JsonValue& container) {
        if (const auto* members = container.object()) refuse_duplicates(*members);
        open_.pop_back();
        advance();
    }
    JsonValue& read_key(JsonObject& members) {
        if (peek() != '"') fail("found " + here() + " where a key in quotes belongs");
        const JsonPlace place = place_;
        std::string key = read_string();
        skip_space();
        if (peek() != ':') fail("found " + here() + " where ':' belongs");
        advance();
        skip_space();
        members.push_back({std::move(key), place, {}});
        return members.back().value;
    }
    void refuse_duplicates(const JsonObject& members) const {
        std::vector<std::size_t> order(members.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tie(members[a].key, a) < std::tie(members[b].key, b);
        });
        std::size_t second = members.size();
        for (std::size_t k = 1; k < order.size(); ++k) {
            if (members[order[k - 1]].key == members[order[k]].key) second = std::min(second, order[k]);
        }
        if (second == members.size()) return;
        const std::string& key = members[second].key;
        const auto first = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.key == key; });
        fail_at(file_, members[second].place,
                fmt::format("the key {} stands twice (first in line {}, column {})", short_text(key), first->place.line,
                            first->place.column));
    }

    void read_word(JsonValue& value) {
        const std::string_view word = take_word();
        if (word == "true") {
            value.data = true;
        } else if (word == "false") {
            value.data = false;
        } else if (word != "null") {
            const std::string found = word.empty() ? here() : fmt::format("'{}'", word.substr(0, 60));
            fail_at(file_, value.place, fmt::format("found {} where a value belongs", found));
        }
    }
    // A word is looked at first and passed after it was found good, so that a message stands at its start.
    std::string_view take_word() {
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        if (word == "true" || word == "false" || word == "null") advance(word.size());
        return word;
    }

    double read_number() {
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) ++end;
        const std::string_view token = text_.substr(at_, end - at_);
        const std::string_view shown = token.substr(0, 60);
        if (!is_json_number(token)) fail(fmt::format("'{}' is not a number", shown));
        double value = 0.0;
        const auto result = std::from_chars(token.data(), token.data() + token.size(), value);
        if (result.ec == std::errc::result_out_of_range) {
            fail(fmt::format("the number {} is outside the range of numbers (2e-308 to 1e308)", shown));
        }
        advance(token.size());
        return value;
    }
    static bool is_json_number(std::string_view token) {
        std::size_t i = token.starts_with('-') ? 1 : 0;
        const auto digits = [&] {
            const std::size_t start = i;
            while (i < token.size() && is_digit(token[i])) ++i;
            return i - start;
        };
        const bool zero = i < token.size() && token[i] == '0';
        const std::size_t whole = digits();
        if (whole == 0 || (zero && whole > 1)) return false;
        if (i < token.size() && token[i] == '.') {
            ++i;
            if (digits() == 0) return false;
        }
        if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
            ++i;
            if (i < token.size() && (token[i] == '+' || token[i] == '-')) ++i;
            if (digits() == 0) return false;
        }
        return i == token.size();
    }

    std::string read_string() {
        const JsonPlace start = place_;
        advance();
        std::string result;
        while (peek() != '"') {
            if (at_end() || peek() == '\n') fail_at(file_, start, "this string has no end ('\"' is missing)");
            if (peek() == '\\') {
                read_escape(result);
            } else {
                read_character(result);
            }
        }
        advance();
        return result;
    }
    void read_character(std::string& out) {
        const std::size_t length = utf8_length(text_.substr(at_));
        if (length == 0) fail("found " + here() + ", which is not valid UTF-8");
        if (static_cast<unsigned char>(peek()) < 0x20)
            fail("found " + here() + " inside a string; write it as \\u00xx");
        out.append(text_.substr(at_, length));
        advance(length);
    }
    void read_escape(std::string& out) {
        constexpr std::string_view names = "\"\\/bfnrt", values = "\"\\/\b\f\n\r\t";
        const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (c == 'u') return append_utf8(out, read_code_point());
        const std::size_t which = c ? names.find(c) : std::string_view::npos;
        if (which == std::string_view::npos) {
            fail("this escape is none of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
        }
        out += values[which];
        advance(2);
    }
    unsigned read_code_point() {
        const JsonPlace start = place_;
        const unsigned high = read_unit();
        if (high == 0) fail_at(file_, start, "the character \\u0000 is not allowed");
        if (high < 0xD800 || high > 0xDFFF) return high;
        if (high < 0xDC00 && ahead("\\u")) {
            const unsigned low = read_unit();
            if (low >= 0xDC00 && low <= 0xDFFF) return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        }
        fail_at(file_, start, "this \\u escape is half of a pair of surrogates");
    }
    unsigned read_unit() {
        const std::string_view digits = text_.substr(std::min(at_ + 2, text_.size()), 4);
        unsigned value = 0;
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() < 4 || result.ptr != digits.data() + 4) fail("\\u needs four hexadecimal digits");
        advance(6);
        return value;
    }

    std::string_view text_;
    std::string_view file_;
    std::size_t at_ = 0;
    JsonPlace place_;
    std::size_t values_ = 0;
    std::vector<JsonValue*> open_;
};

}  // namespace

JsonValue parse_json(std::string_view text, std::string_view file, int override_number) {
    return Parser(text, file, override_number).parse();
}

}  // namespace lamella
