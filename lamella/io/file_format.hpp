// Formats by the ending of a file's name.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

std::string ending_of(const std::filesystem::path& path);  // in lower case, with the dot

[[noreturn]] void refuse_ending(const std::filesystem::path& path, std::string_view what,
                                const std::vector<std::string>& known);

// The entry of `formats` (each has an `ending`) that a path names, or null.
template <class Format>
const Format* find_format(const std::filesystem::path& path, std::span<const Format> formats) {
    for (const Format& format : formats)
        if (ending_of(path) == format.ending) return &format;
    return nullptr;
}

template <class Format>
std::vector<std::string> endings(std::span<const Format> formats) {
    std::vector<std::string> all;
    for (const Format& format : formats) all.emplace_back(format.ending);
    return all;
}

template <class Format>
const Format& require_format(const std::filesystem::path& path, std::span<const Format> formats,
                             std::string_view what) {
    if (const Format* format = find_format(path, formats)) return *format;
    refuse_ending(path, what, endings(formats));
}

}  // namespace lamella
