#include <lamella/core/error.hpp>
#include <lamella/io/obj_check.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace lamella {

namespace {

// Wavefront's Advanced Visualizer manual, appendix B1, and two of tinyobjloader's own (t, vw).
constexpr std::string_view kStatements[] = {
    "v",      "vt",     "vn",       "vp",       "vw",         "f",         "l",    "p",     "g",    "s",     "o",
    "mg",     "usemtl", "mtllib",   "t",        "cstype",     "deg",       "bmat", "step",  "curv", "curv2", "surf",
    "parm",   "trim",   "hole",     "scrv",     "sp",         "end",       "con",  "bevel", "lod",  "ctech", "stech",
    "maplib", "usemap", "c_interp", "d_interp", "shadow_obj", "trace_obj", "call", "csh"};

bool is_integer(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

// "7", "7/1", "7//3" or "7/1/3"; the numbers may be negative.
bool is_corner(std::string_view word) {
    for (int part = 0; part < 3; ++part) {
        const std::size_t slash = std::min(word.find('/'), word.size());
        const bool may_be_empty = part == 1 && slash < word.size();
        if (!is_integer(word.substr(0, slash)) && !(may_be_empty && slash == 0)) return false;
        if (slash == word.size()) return true;
        word.remove_prefix(slash + 1);
    }
    return false;
}

bool is_coordinate(std::string_view word) {
    double value = 0;
    return parse_number(word, value) && std::isfinite(value);
}

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view kBlanks = " \t\f\v";
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) != line.npos && line[at] != '#';) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

// What is wrong with a line; empty when nothing is.
std::string fault_of(const std::vector<std::string_view>& words) {
    if (words.empty()) return "";
    const std::string_view first = words.front();
    const auto named = [](std::string_view word) { return fmt::format("'{}'", word.substr(0, 40)); };
    if (std::find(std::begin(kStatements), std::end(kStatements), first) == std::end(kStatements))
        return named(first) + " is not a statement of an OBJ file";
    const auto all = [&](std::size_t least, auto&& good, const char* what) -> std::string {
        for (std::size_t k = 1; k < words.size(); ++k)
            if (!good(words[k])) return fmt::format("{} is not {}", named(words[k]), what);
        return words.size() > least
                   ? ""
                   : fmt::format("'{}' has {} values, at least {} belong to it", first, words.size() - 1, least);
    };
    if (first == "v" || first == "vn") return all(3, is_coordinate, "a number");
    if (first == "vt") return all(1, is_coordinate, "a number");
    if (first == "f") return all(3, is_corner, "a corner of a face (like 7, 7/1, 7//3 or 7/1/3)");
    return "";
}

}  // namespace

std::string checked_obj(std::string_view text, const std::string& source) {
    std::string joined(text);
    if (joined.starts_with("\xef\xbb\xbf")) joined.replace(0, 3, 3, ' ');  // the mark of UTF-8
    std::size_t begin = 0, looked_at = 0, line_number = 1, lines_joined = 0;
    while (begin < joined.size()) {
        const std::size_t end = std::min(joined.find_first_of("\r\n", looked_at), joined.size());
        const std::size_t next = end + (joined.compare(end, 2, "\r\n") == 0 ? 2 : 1);
        if (end > begin && end < joined.size() && joined[end - 1] == '\\') {
            std::fill(joined.begin() + static_cast<std::ptrdiff_t>(end - 1),
                      joined.begin() + static_cast<std::ptrdiff_t>(next), ' ');
            ++lines_joined;
            looked_at = next;
            continue;
        }
        const std::string fault = fault_of(words_of(std::string_view(joined).substr(begin, end - begin)));
        if (!fault.empty()) throw InputError(fmt::format("{}: line {}: {}", source, line_number, fault));
        line_number += 1 + std::exchange(lines_joined, 0);
        begin = looked_at = next;
    }
    return joined;
}

}  // namespace lamella
