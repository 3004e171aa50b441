// Files that appear whole or not at all: written under a temporary name in the same folder, flushed to
// the disk, then renamed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace lamella {

inline constexpr std::string_view kTemporaryPrefix = ".tmp-";

// A name beside `path` that nobody else uses: .tmp-<host>-<process>-<number>-<name>.
std::filesystem::path temporary_name(const std::filesystem::path& path);

// Every failure (full disk, unwritable folder) is a RunError, and the temporary file is removed. As long as it is open
// it is locked (file_lock.hpp): so others see that its writer is alive.
class AtomicFile {
public:
    explicit AtomicFile(std::filesystem::path path);
    ~AtomicFile();  // without commit() nothing remains
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view bytes);
    void write(std::span<const std::byte> bytes);
    void flush();  // the temporary file then holds what was written
    void commit();
    // For libraries and programs that write to a name: they may rewrite this file before commit().
    const std::filesystem::path& temporary_path() const { return temporary_; }

private:
    bool open_temporary();
    void put(std::string_view bytes);
    void discard() noexcept;
    [[noreturn]] void fail(std::string_view what);

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::string waiting_;  // not yet given to the system
    int descriptor_ = -1;
};

// One whole file.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// Adds to the end of a file, which is made where there is none, and flushes it to the disk. What does not fit is taken
// back: the file is then as before (RunError). A kill may leave a part of the bytes.
void append_to_file(const std::filesystem::path& path, std::string_view bytes);

// Makes the folder that a file is to stand in, if it is not there.
void make_folder_of(const std::filesystem::path& file);

// Removes what processes of this host that are gone left under temporary names in a folder. Those of other hosts stay:
// whether their writers are alive cannot be seen on every network.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace lamella
