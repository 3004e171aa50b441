// Formats by the ending of a file's name.
#pragma once

#include <lamella/core/error.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lamella {

inline std::string ending_of(const std::filesystem::path& path) { return lower_case(path.extension().string()); }

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
    throw InputError(fmt::format("{}: the ending '{}' names no {}; known are {}", path.string(), ending_of(path), what,
                                 fmt::join(endings(formats), " ")));
}

}  // namespace lamella
