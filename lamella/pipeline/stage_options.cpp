#include <lamella/core/error.hpp>
#include <lamella/pipeline/stage_options.hpp>

#include <charconv>

namespace lamella {
namespace {

Index frame_number(std::string_view text, std::string_view whole) {
    Index n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n < 1)
        throw InputError("--frames " + std::string(whole) + ": expected a:b, a:, :b or n with whole numbers from 1");
    return n;
}

}  // namespace

FrameRange parse_frame_range(std::string_view text) {
    const auto colon = text.find(':');
    FrameRange range;
    if (colon == std::string_view::npos) {
        range.first = frame_number(text, text);
        range.last = range.first;
        return range;
    }
    if (colon > 0) range.first = frame_number(text.substr(0, colon), text);
    if (colon + 1 < text.size()) range.last = frame_number(text.substr(colon + 1), text);
    if (range.last && *range.last < range.first)
        throw InputError("--frames " + std::string(text) + ": the last frame lies before the first");
    return range;
}

}  // namespace lamella
