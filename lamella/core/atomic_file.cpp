#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace lamella {

namespace fs = std::filesystem;

namespace {

fs::path temporary_name(const fs::path& path) {
    static std::atomic<unsigned> counter = 0;  // two writers of one process never share a name
    return path.parent_path() /
           fmt::format("{}{}-{}-{}", kTemporaryPrefix, ::getpid(), counter++, path.filename().string());
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

}  // namespace

AtomicFile::AtomicFile(fs::path path) : path_(resolved(std::move(path))), temporary_(temporary_name(path_)) {
    std::error_code error;
    const auto status = fs::status(path_, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw RunError(fmt::format("{}: cannot be written: it exists and is not a regular file", path_.string()));
    const int fd = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) fail("cannot be written");
    file_ = ::fdopen(fd, "wb");
    if (!file_) {
        const int reason = errno;
        ::close(fd);
        errno = reason;
        fail("cannot be written");
    }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("cannot be written");
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::commit() {
    if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) fail("cannot be written");
    if (std::fclose(std::exchange(file_, nullptr)) != 0) fail("cannot be written");
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be put in place");
    temporary_.clear();
    sync_folder(path_.parent_path());
}

void AtomicFile::discard() noexcept {
    if (file_) std::fclose(std::exchange(file_, nullptr));
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
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

void make_folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) throw RunError(fmt::format("{}: the folder cannot be made ({})", folder.string(), error.message()));
}

void remove_temporary_files(const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with(kTemporaryPrefix)) fs::remove(entry.path(), error);
}

}  // namespace lamella
