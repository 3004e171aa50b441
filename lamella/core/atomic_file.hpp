// Files that appear whole or not at all: written under a temporary name in the same folder, flushed to
// the disk, then renamed.
#pragma once

#include <cstdio>
#include <filesystem>
#include <span>
#include <string_view>

namespace lamella {

inline constexpr std::string_view kTemporaryPrefix = ".tmp-";

// Every failure (full disk, unwritable folder) is a RunError, and the temporary file is removed.
class AtomicFile {
public:
    explicit AtomicFile(std::filesystem::path path);
    ~AtomicFile();  // without commit() nothing remains
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view bytes);
    void write(std::span<const std::byte> bytes);
    void commit();
    // For libraries that write to a name: they may rewrite this file before commit().
    const std::filesystem::path& temporary_path() const { return temporary_; }

private:
    void discard() noexcept;
    [[noreturn]] void fail(std::string_view what);

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
};

// One whole file.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// Makes the folder that a file is to stand in, if it is not there.
void make_folder_of(const std::filesystem::path& file);

// Removes what killed runs left under temporary names in a folder.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace lamella
