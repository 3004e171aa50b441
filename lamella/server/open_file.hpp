// A file that is open for reading, found below a folder without leaving it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace lamella {

class OpenFile {
public:
    OpenFile() = default;
    OpenFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
    OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}
    OpenFile& operator=(OpenFile&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~OpenFile();

    int release() { return std::exchange(descriptor_, -1); }
    bool is_open() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    std::uint64_t size() const { return size_; }

private:
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

// Another one for another file, and for the same after it was written to.
std::string identity_of(const OpenFile& file);

// The bytes from `at` on; RunError when the file has become shorter. Several threads may read at once.
void read_at(const OpenFile& file, std::uint64_t at, std::span<char> out, std::string_view name);
// All of them.
std::string read_bytes(const OpenFile& file, std::string_view name);

// The regular file at "particles/water.0001.bgeo" below the folder; not open when there is none. Names that
// begin with a dot ("..", temporary files) and symbolic links below the folder are not followed: each part
// of the path is opened by itself, so nothing that changes meanwhile leads outside.
OpenFile open_below(const std::filesystem::path& folder, std::string_view path);

}  // namespace lamella
