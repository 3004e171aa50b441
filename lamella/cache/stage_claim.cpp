#include <lamella/cache/stage_claim.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/host_name.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ranges>

namespace lamella {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLongestClaim = 1 << 20;

// Empty where the writer has not said it yet, or is gone by now.
std::string text_of(const fs::path& claim) try { return read_file(claim, kLongestClaim); } catch (const InputError&) {
    return "";
}

}  // namespace

MadeFolder::MadeFolder(const fs::path& folder) {
    std::error_code error;
    for (fs::path above = fs::absolute(folder); !fs::exists(above, error) && above.has_relative_path();
         above = above.parent_path())
        made_.push_back(above);
    std::reverse(made_.begin(), made_.end());
    fs::create_directories(folder, error);
    if (error) throw RunError(fmt::format("{}: the folder cannot be made ({})", folder.string(), error.message()));
}

MadeFolder::~MadeFolder() {
    for (const fs::path& folder : std::views::reverse(made_)) ::rmdir(folder.c_str());
}

StageClaim::StageClaim(const Run& run, const RunFolder& folder, Stage stage, const std::string& command_line)
    : folder_(folder.root()), lock_(folder.claim(stage_name(stage)), LockFile::When::now) {
    if (lock_.result() == LockResult::held_by_another) {
        const std::string writer = text_of(folder.claim(stage_name(stage)));
        throw InputError(fmt::format("{}: the stage {} is being written by {}; wait until it ends, or stop it",
                                     folder.root().string(), stage_name(stage),
                                     writer.empty() ? "another process" : writer));
    }
    if (lock_.result() == LockResult::not_supported)
        run.warn(folder.root().string() + ": the file system has no locks; let no other process write to this run");
    lock_.write(
        fmt::format("process {} on {}{}{}", ::getpid(), host_name(), command_line.empty() ? "" : ": ", command_line));
}

std::optional<std::string> writer_of(const RunFolder& folder, Stage stage) {
    const fs::path claim = folder.claim(stage_name(stage));
    return is_locked(claim) ? std::optional(text_of(claim)) : std::nullopt;
}

}  // namespace lamella
