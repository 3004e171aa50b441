#include <cli/file_pairs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/sequence.hpp>

#include <fmt/format.h>

namespace lamella::cli {

namespace {

// A glob may match two files of one frame, whose results would take the same name.
void refuse_equal_frames(const std::vector<FilePair>& pairs) {
    for (std::size_t k = 1; k < pairs.size(); ++k)
        if (pairs[k].frame == pairs[k - 1].frame)
            throw InputError(fmt::format("{} and {} are both frame {}: choose a pattern that tells them apart",
                                         pairs[k - 1].input.string(), pairs[k].input.string(), pairs[k].frame));
}

}  // namespace

std::vector<FilePair> file_pairs(const std::string& input, const std::string& output) {
    const bool sequence = is_pattern(input) || is_pattern(output);
    std::vector<FilePair> pairs;
    for (const FrameFile& file : expand_sequence(input))
        pairs.push_back(
            {file.frame, file.path, sequence ? frame_path(output, file.frame) : std::filesystem::path(output)});
    refuse_equal_frames(pairs);
    return pairs;
}

}  // namespace lamella::cli
