// Locks on open files (Linux' locks of open file descriptions, fcntl(2)). They end with the process that holds them,
// however it ends, so that nothing that a killed one has left keeps others out; two files that one process has opened
// are strangers to one another, as if they were of two processes.
#pragma once

#include <filesystem>
#include <string_view>

namespace lamella {

enum class LockResult { taken, held_by_another, not_supported };

// The descriptor is open for writing. A file system without locks does not support them.
LockResult try_lock(int descriptor);
LockResult wait_for_lock(int descriptor);

// Whether somebody holds the file's lock, without taking it.
bool is_locked(const std::filesystem::path& file);

// A lock in the form of a file that is there only as long as somebody holds it or was killed while holding it.
class LockFile {
public:
    enum class When { now, later };

    // Takes the lock; `later` waits for it. RunError where the file cannot be made.
    LockFile(std::filesystem::path path, When when);
    ~LockFile();
    LockFile(const LockFile&) = delete;
    LockFile& operator=(const LockFile&) = delete;

    LockResult result() const { return result_; }
    void write(std::string_view text) const;  // who holds it, for the others; a full disk does not matter

private:
    bool open_and_lock(When when);
    void close();

    std::filesystem::path path_;
    int descriptor_ = -1;
    LockResult result_ = LockResult::not_supported;
};

}  // namespace lamella
