// A stage over someone else's files.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/stage_options.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace lamella {

// The number of frames that could not be read or written; each is reported and the others are done.
struct FilesResult {
    StageResult result = StageResult::done;
    int failed = 0;
};

// Calls work(in, out) for every file of the sequence `input` that the options ask for. Output files that
// are there are refused unless the options say overwrite, and skipped if they say resume; missing folders
// are made.
FilesResult for_each_file(const Run& run, const char* stage, const std::string& input, const std::string& output,
                          const StageOptions& options,
                          const std::function<void(const std::filesystem::path&, const std::filesystem::path&)>& work);

}  // namespace lamella
