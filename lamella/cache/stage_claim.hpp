// One writer a stage: whoever writes to a stage of a run folder holds its claim, a locked file .claim-<stage> that says
// who it is. The lock ends with the process, so that a claim of a killed one keeps nobody out. Readers need none.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/core/file_lock.hpp>
#include <lamella/core/run.hpp>

#include <optional>

namespace lamella {

// Makes the folder of a run, and removes it again if nothing has come into it.
class MadeFolder {
public:
    explicit MadeFolder(const std::filesystem::path& folder);
    ~MadeFolder();
    MadeFolder(const MadeFolder&) = delete;
    MadeFolder& operator=(const MadeFolder&) = delete;

private:
    std::vector<std::filesystem::path> made_;  // the deepest is the last
};

class StageClaim {
public:
    // The claim of another process is an InputError that names it. The folder is made if it is not there. Where the
    // file system has no locks nothing keeps others out; then there is a warning.
    StageClaim(const Run& run, const RunFolder& folder, Stage stage, const std::string& command_line);

private:
    MadeFolder folder_;
    LockFile lock_;
};

// Who writes to the stage at this moment: "process 123 on host: lamella simulate ..."
std::optional<std::string> writer_of(const RunFolder& folder, Stage stage);

}  // namespace lamella
