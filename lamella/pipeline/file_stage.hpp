// A stage over someone else's files.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/stage_options.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace lamella {

struct FilesResult {
    StageResult result = StageResult::done;
    int frames = 0;     // that were asked for
    int failed = 0;     // that could not be read or written; each is reported and the others are done
    std::string place;  // the file or the pattern of the files that were written
};

// Calls work(in, out) for every file of the sequence `input` that the options ask for. Output files that
// are there are refused unless the options say overwrite, and skipped if they say resume; missing folders
// are made.
FilesResult for_each_file(const Run& run, const char* stage, const std::string& input, const std::string& output,
                          const StageOptions& options,
                          const std::function<void(const std::filesystem::path&, const std::filesystem::path&)>& work);

}  // namespace lamella
