#include <lamella/core/error.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lamella {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

}  // namespace

bool parse_number(std::string_view word, double& value) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size();
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

bool TextReader::at_end() {
    position_ = std::min(bytes_.find_first_not_of(kWhiteSpace, position_), bytes_.size());
    return remaining() == 0;
}

std::string_view TextReader::peek() {
    if (at_end()) return {};
    const std::size_t end = std::min(bytes_.find_first_of(kWhiteSpace, position_), bytes_.size());
    return bytes_.substr(position_, end - position_);
}

std::string_view TextReader::word() {
    const std::string_view next = peek();
    if (next.empty()) fail_line("the file ends too early");
    position_ += next.size();
    return next;
}

std::string_view TextReader::line() {
    if (remaining() == 0) fail_line("the file ends too early");
    const std::size_t end = std::min(bytes_.find('\n', position_), bytes_.size());
    std::string_view text = bytes_.substr(position_, end - position_);
    position_ = std::min(end + 1, bytes_.size());
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

double TextReader::real() {
    const std::string_view text = word();
    double value = 0;
    if (!parse_number(text, value)) fail_line(fmt::format("'{}' is not a number", text.substr(0, 40)));
    return value;
}

std::uint64_t TextReader::count() {
    const std::string_view text = word();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        fail_line(fmt::format("'{}' is not a count", text.substr(0, 40)));
    return value;
}

void TextReader::fail_line(std::string_view what) const {
    const auto lines = std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(position_), '\n');
    throw InputError(fmt::format("{}: line {}: {}", source_, lines + 1, what));
}

}  // namespace lamella
