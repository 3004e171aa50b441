#include <lamella/core/error.hpp>
#include <lamella/core/file_lock.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

namespace lamella {
namespace {

struct flock whole_file() {
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    return range;
}

LockResult lock(int descriptor, int command) {
    struct flock range = whole_file();
    while (::fcntl(descriptor, command, &range) != 0) {
        if (errno == EAGAIN || errno == EACCES) return LockResult::held_by_another;
        if (errno != EINTR) return LockResult::not_supported;
    }
    return LockResult::taken;
}

}  // namespace

LockResult try_lock(int descriptor) { return lock(descriptor, F_OFD_SETLK); }

LockResult wait_for_lock(int descriptor) { return lock(descriptor, F_OFD_SETLKW); }

bool is_locked(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return false;
    struct flock range = whole_file();
    const bool known = ::fcntl(descriptor, F_OFD_GETLK, &range) == 0;
    ::close(descriptor);
    return known && range.l_type != F_UNLCK;
}

LockFile::LockFile(std::filesystem::path path, When when) : path_(std::move(path)) {
    while (!open_and_lock(when)) close();
}

// Who held it before removes the file: then it is made anew.
bool LockFile::open_and_lock(When when) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
        throw RunError(
            fmt::format("{}: cannot be written ({})", path_.string(), std::generic_category().message(errno)));
    result_ = when == When::now ? try_lock(descriptor_) : wait_for_lock(descriptor_);
    struct stat status {};
    return ::fstat(descriptor_, &status) != 0 || status.st_nlink > 0;
}

LockFile::~LockFile() {
    if (result_ != LockResult::held_by_another) ::unlink(path_.c_str());
    close();
}

void LockFile::close() { ::close(std::exchange(descriptor_, -1)); }

void LockFile::write(std::string_view text) const {
    if (::ftruncate(descriptor_, 0) == 0) std::ignore = ::pwrite(descriptor_, text.data(), text.size(), 0);
}

}  // namespace lamella
