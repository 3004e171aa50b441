#include <lamella/core/error.hpp>
#include <lamella/server/open_file.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lamella {

OpenFile::~OpenFile() {
    if (is_open()) close(descriptor_);
}

std::string identity_of(const OpenFile& file) {
    struct stat status {};
    if (fstat(file.descriptor(), &status) != 0) return {};
    return fmt::format("{} {} {} {} {}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                       status.st_mtim.tv_nsec);
}

void read_at(const OpenFile& file, std::uint64_t at, std::span<char> out, std::string_view name) {
    while (!out.empty()) {
        const ssize_t count = pread(file.descriptor(), out.data(), out.size(), static_cast<off_t>(at));
        if (count <= 0) throw RunError(std::string(name) + ": the file cannot be read to its end");
        at += static_cast<std::uint64_t>(count);
        out = out.subspan(static_cast<std::size_t>(count));
    }
}

std::string read_bytes(const OpenFile& file, std::string_view name) {
    std::string bytes(file.size(), '\0');
    read_at(file, 0, bytes, name);
    return bytes;
}

OpenFile open_below(const std::filesystem::path& folder, std::string_view path) {
    OpenFile at(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC), 0);
    while (at.is_open()) {
        const auto slash = path.find('/');
        const std::string name(path.substr(0, slash));
        if (name.empty() || name.starts_with('.')) return {};
        const bool last = slash == std::string_view::npos;
        // A pipe would wait for its writer: O_NONBLOCK.
        const int kind = last ? O_RDONLY | O_NONBLOCK : O_PATH | O_DIRECTORY;
        OpenFile next(openat(at.descriptor(), name.c_str(), kind | O_NOFOLLOW | O_CLOEXEC), 0);
        if (!last) {
            at = std::move(next);
            path.remove_prefix(slash + 1);
            continue;
        }
        struct stat status {};
        if (!next.is_open() || fstat(next.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
        return {next.release(), static_cast<std::uint64_t>(status.st_size)};
    }
    return {};
}

}  // namespace lamella
