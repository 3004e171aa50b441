#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/file_stage.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

std::vector<FilePair> pairs_asked_for(const std::string& input, const std::string& output, const FrameRange& range) {
    std::vector<FilePair> pairs = file_pairs(input, output);
    std::erase_if(pairs, [&](const FilePair& pair) { return is_pattern(input) && !range.contains(pair.frame); });
    if (pairs.empty()) throw InputError(input + ": no file of the sequence has a frame number in the given range");
    return pairs;
}

// Where the results are, in a few words.
std::string place_of(const std::vector<FilePair>& pairs, const std::string& output) {
    if (pairs.size() == 1) return pairs.front().output.string();
    return std::filesystem::path(output).filename().string().find('*') == std::string::npos ? sequence_pattern(output)
                                                                                            : output;
}

// A sentence about a file names it.
InputError naming(const std::filesystem::path& file, const InputError& error) {
    const std::string sentence = error.what();
    if (sentence.find(file.filename().string()) != std::string::npos) return error;
    return InputError(fmt::format("{}: {}", file.string(), sentence));
}

}  // namespace

FilesResult for_each_file(const Run& run, const char* stage, const std::string& input, const std::string& output,
                          const StageOptions& options,
                          const std::function<void(const std::filesystem::path&, const std::filesystem::path&)>& work) {
    const std::vector<FilePair> pairs = pairs_asked_for(input, output, options.frames);
    const bool many = is_pattern(input) || is_pattern(output);
    make_folder_of(output);
    FilesResult result;
    result.frames = static_cast<int>(pairs.size());
    result.place = place_of(pairs, output);
    if (run.progress) run.progress->start(stage, static_cast<int>(pairs.size()));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (run.should_stop()) {
            result.result = StageResult::stopped;
            break;
        }
        const std::filesystem::path& out = pairs[k].output;
        const bool there = std::filesystem::exists(out);
        if (std::filesystem::is_directory(out)) throw InputError(out.string() + ": this is a folder; a file is needed");
        if (there && options.resume) continue;
        if (there && !options.overwrite)
            throw InputError(out.string() + ": the file is there already; use --overwrite");
        try {
            work(pairs[k].input, out);
        } catch (const InputError& error) {
            const InputError told = naming(pairs[k].input, error);
            if (!many) throw told;
            ++result.failed;
            if (run.log) run.log->error(told.what());
        }
        if (run.progress) run.progress->advance(static_cast<int>(k) + 1, pairs[k].input.filename().string());
    }
    if (run.progress) run.progress->finish();
    return result;
}

}  // namespace lamella
