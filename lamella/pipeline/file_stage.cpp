#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/file_stage.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

std::vector<FrameFile> files_asked_for(const std::string& input, const FrameRange& range) {
    std::vector<FrameFile> files = expand_sequence(input);
    std::erase_if(files, [&](const FrameFile& file) { return is_pattern(input) && !range.contains(file.frame); });
    if (files.empty()) throw InputError(input + ": no file of the sequence has a frame number in the given range");
    return files;
}

}  // namespace

FilesResult for_each_file(const Run& run, const char* stage, const std::string& input, const std::string& output,
                          const StageOptions& options,
                          const std::function<void(const std::filesystem::path&, const std::filesystem::path&)>& work) {
    const std::vector<FrameFile> files = files_asked_for(input, options.frames);
    const bool many = is_pattern(input) || is_pattern(output);
    make_folder_of(output);
    FilesResult result;
    result.frames = static_cast<int>(files.size());
    result.place = !many               ? output
                   : files.size() == 1 ? frame_path(output, files.front().frame).string()
                                       : sequence_pattern(output);
    if (run.progress) run.progress->start(stage, static_cast<int>(files.size()));
    for (std::size_t k = 0; k < files.size(); ++k) {
        if (run.should_stop()) {
            result.result = StageResult::stopped;
            break;
        }
        const std::filesystem::path out = many ? frame_path(output, files[k].frame) : std::filesystem::path(output);
        const bool there = std::filesystem::exists(out);
        if (std::filesystem::is_directory(out)) throw InputError(out.string() + ": this is a folder; a file is needed");
        if (there && options.resume) continue;
        if (there && !options.overwrite)
            throw InputError(out.string() + ": the file is there already; use --overwrite");
        try {
            work(files[k].path, out);
        } catch (const InputError& error) {
            if (!many) throw;
            ++result.failed;
            if (run.log) run.log->error(error.what());
        }
        if (run.progress) run.progress->advance(static_cast<int>(k) + 1, files[k].path.filename().string());
    }
    if (run.progress) run.progress->finish();
    return result;
}

}  // namespace lamella
