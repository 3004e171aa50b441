// Text in memory: words, numbers and lines; mistakes are InputErrors with the line.
#pragma once

#include <lamella/core/bytes.hpp>

namespace lamella {

// The number that makes up the whole of `word`; false when it is none.
bool parse_number(std::string_view word, double& value);

std::string lower_case(std::string_view text);

class TextReader : public ByteReader {
public:
    TextReader(std::string_view text, std::string source) : ByteReader(text, std::move(source), std::endian::native) {}

    bool at_end();            // nothing but white space is left
    std::string_view word();  // up to the next white space
    std::string_view line();  // up to the end of the line; without the line's ending
    double real();            // a word that is a number
    std::uint64_t count();    // a word that is a whole number and not negative
    std::string_view peek();  // the next word, or nothing at the end; stays before it
    [[noreturn]] void fail_line(std::string_view what) const;
};

}  // namespace lamella
