#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

namespace lamella {

std::string ending_of(const std::filesystem::path& path) { return lower_case(path.extension().string()); }

void refuse_ending(const std::filesystem::path& path, std::string_view what, const std::vector<std::string>& known) {
    const std::string ending = ending_of(path);
    const std::string found =
        ending.empty() ? "the name has no ending that names a" : fmt::format("the ending '{}' names no", ending);
    throw InputError(fmt::format("{}: {} {}; known are {}", path.string(), found, what, fmt::join(known, " ")));
}

}  // namespace lamella
