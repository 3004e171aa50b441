#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/file_lock.hpp>
#include <lamella/core/host_name.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace lamella {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kGathered = 1 << 16;  // bytes that are given to the system at once

// The host without the dash that ends it in a name.
std::string prefix_of_host() {
    std::string host = host_name();
    std::replace_if(
        host.begin(), host.end(), [](char c) { return c == '-' || c == '/'; }, '_');
    return fmt::format("{}{}-", kTemporaryPrefix, host);
}

// The process of this host that made the temporary name.
std::optional<pid_t> writer_of(const std::string& name) {
    const std::string prefix = prefix_of_host();
    if (!name.starts_with(prefix)) return std::nullopt;
    pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), process);
    const bool whole = error == std::errc{} && end != name.data() + name.size() && *end == '-' && process > 0;
    return whole ? std::optional(process) : std::nullopt;
}

// A process is known by its lock, since its number may be that of another by now or belong to another container; only
// where the file system has no locks by its number.
void remove_if_abandoned(const fs::path& path, pid_t writer) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return;
    const LockResult lock = try_lock(descriptor);
    const bool gone =
        lock == LockResult::taken || (lock == LockResult::not_supported && ::kill(writer, 0) != 0 && errno == ESRCH);
    if (gone) ::unlink(path.c_str());
    ::close(descriptor);
}

// The name of a link stays a link: what it points to is replaced.
fs::path resolved(fs::path path) {
    std::error_code error;
    return fs::is_symlink(path, error) ? fs::weakly_canonical(path) : std::move(path);
}

void sync_folder(const fs::path& folder) {
    const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    ::fsync(fd);
    ::close(fd);
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return false;
    }
    return true;
}

}  // namespace

fs::path temporary_name(const fs::path& path) {
    static std::atomic<unsigned> counter = 0;  // two writers of one process never share a name
    return path.parent_path() /
           fmt::format("{}{}-{}-{}", prefix_of_host(), ::getpid(), counter++, path.filename().string());
}

AtomicFile::AtomicFile(fs::path path) : path_(resolved(std::move(path))) {
    std::error_code error;
    const auto status = fs::status(path_, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw RunError(fmt::format("{}: cannot be written: it exists and is not a regular file", path_.string()));
    while (!open_temporary()) {
    }
}

// False when the name is that of an earlier process with our number, or was taken for abandoned before it was locked.
bool AtomicFile::open_temporary() {
    temporary_ = temporary_name(path_);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
        temporary_.clear();
        if (errno == EEXIST) return false;
        fail("cannot be written");
    }
    wait_for_lock(descriptor_);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0) return true;
    ::close(std::exchange(descriptor_, -1));
    return false;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::write(std::string_view bytes) {
    if (waiting_.size() + bytes.size() >= kGathered) flush();
    if (bytes.size() >= kGathered)
        put(bytes);
    else
        waiting_ += bytes;
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::put(std::string_view bytes) {
    if (!write_all(descriptor_, bytes)) fail("cannot be written");
}

void AtomicFile::flush() { put(std::exchange(waiting_, {})); }

void AtomicFile::commit() {
    flush();
    if (::fsync(descriptor_) != 0) fail("cannot be written");
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be put in place");
    temporary_.clear();
    ::close(std::exchange(descriptor_, -1));
    sync_folder(path_.parent_path());
}

void AtomicFile::discard() noexcept {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void AtomicFile::fail(std::string_view what) {
    const int reason = errno;
    discard();
    throw RunError(fmt::format("{}: {} ({})", path_.string(), what, std::generic_category().message(reason)));
}

void write_file(const fs::path& path, std::string_view bytes) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

void append_to_file(const fs::path& path, std::string_view bytes) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const off_t before = descriptor < 0 ? -1 : ::lseek(descriptor, 0, SEEK_END);
    const bool whole = before >= 0 && write_all(descriptor, bytes) && ::fsync(descriptor) == 0;
    const int reason = errno;
    if (!whole && before >= 0) std::ignore = ::ftruncate(descriptor, before);
    if (descriptor >= 0) ::close(descriptor);
    if (!whole)
        throw RunError(
            fmt::format("{}: cannot be written ({})", path.string(), std::generic_category().message(reason)));
}

void make_folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) throw RunError(fmt::format("{}: the folder cannot be made ({})", folder.string(), error.message()));
}

void remove_temporary_files(const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (const auto writer = writer_of(entry.path().filename().string())) remove_if_abandoned(entry.path(), *writer);
}

}  // namespace lamella
