#include <lamella/scene/placed_sentence.hpp>

#include <fmt/format.h>

namespace lamella {

std::string placed_sentence(std::string_view file, const JsonPlace& place, const std::string& sentence) {
    if (place.override_number) return fmt::format("--set #{}: {}", place.override_number, sentence);
    if (place.line == 0) return fmt::format("{}: {}", file, sentence);
    return fmt::format("{}:{}:{}: {}", file, place.line, place.column, sentence);
}

}  // namespace lamella
