#include <lamella/io/base64.hpp>

#include <algorithm>
#include <cstdint>

namespace lamella {

namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

void append_base64(std::string& out, std::string_view bytes) {
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
        std::uint32_t group = 0;
        for (std::size_t b = 0; b < 3; ++b)
            group = group << 8 | (b < count ? static_cast<unsigned char>(bytes[k + b]) : 0u);
        for (std::size_t letter = 0; letter < 4; ++letter)
            out += letter <= count ? kLetters[group >> (18 - 6 * letter) & 63] : '=';
    }
}

std::string take_base64(std::string_view& text, std::size_t bytes) {
    std::string out;
    std::uint32_t group = 0;
    int letters = 0;
    while (!text.empty() && (out.size() < bytes || letters != 0)) {
        const char c = text.front();
        if (!is_space(c) && value_of(c) < 0) break;
        text.remove_prefix(1);
        if (is_space(c)) continue;
        group = group << 6 | static_cast<std::uint32_t>(value_of(c));
        if (++letters < 4) continue;
        for (const int shift : {16, 8, 0}) out += static_cast<char>(group >> shift & 255);
        group = 0, letters = 0;
    }
    if (letters >= 2) out += static_cast<char>(group >> (6 * letters - 8) & 255);
    if (letters == 3) out += static_cast<char>(group >> 2 & 255);
    while (letters > 0 && text.starts_with('=')) text.remove_prefix(1);
    return out;
}

}  // namespace lamella
