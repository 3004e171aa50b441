#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace lamella {

std::string_view ByteReader::take(std::size_t count) {
    if (count > remaining()) fail(fmt::format("the file ends, {} more bytes were expected", count - remaining()));
    position_ += count;
    return bytes_.substr(position_ - count, count);
}

void ByteReader::require(std::uint64_t count, std::uint64_t bytes_each, std::string_view what) const {
    if (bytes_each != 0 && count > remaining() / bytes_each)
        fail(fmt::format("{} {} of {} bytes each are announced, but only {} bytes follow", count, what, bytes_each,
                         remaining()));
}

void ByteReader::fail(std::string_view what) const {
    throw InputError(fmt::format("{}: byte {}: {}", source_, position_, what));
}

std::string read_file(const std::filesystem::path& path, std::uint64_t limit) {
    const auto fail = [&](std::string_view why) { throw InputError(fmt::format("{}: {}", path.string(), why)); };
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) fail("there is no such file");
    if (!std::filesystem::is_regular_file(status)) fail("this is not a regular file");
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (!error && size > limit) fail(fmt::format("the file has {} bytes, at most {} are read", size, limit));

    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (error || !file) fail(fmt::format("cannot be read ({})", std::generic_category().message(errno)));
    std::string bytes(size, '\0');
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) fail("cannot be read to its end");
    return bytes;
}

}  // namespace lamella
