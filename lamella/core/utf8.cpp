#include <lamella/core/utf8.hpp>

#include <fmt/format.h>

namespace lamella {

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    const unsigned a = byte(0), b = byte(1);
    if (a < 0x80) return 1;
    if (a >= 0xC2 && a <= 0xDF && tail(1)) return 2;
    if (a >= 0xE0 && a <= 0xEF && tail(1) && tail(2)) {
        return (a == 0xE0 && b < 0xA0) || (a == 0xED && b > 0x9F) ? 0 : 3;
    }
    if (a >= 0xF0 && a <= 0xF4 && tail(1) && tail(2) && tail(3)) {
        return (a == 0xF0 && b < 0x90) || (a == 0xF4 && b > 0x8F) ? 0 : 4;
    }
    return 0;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string with_bytes_shown(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0)
            shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
        else
            shown += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return shown;
}

}  // namespace lamella
