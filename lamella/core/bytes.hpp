// Bytes in memory: numbers of either byte order, a reader that never leaves its bounds, whole files.
#pragma once

#include <lamella/core/function_ref.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace lamella {

// Takes what is written, piece by piece.
using ByteSink = FunctionRef<void(std::string_view)>;

// The number of type T that starts at `at`, stored in the given byte order.
template <class T>
T load_number(const char* at, std::endian order) {
    char bytes[sizeof(T)];
    for (std::size_t k = 0; k < sizeof(T); ++k) bytes[k] = at[order == std::endian::native ? k : sizeof(T) - 1 - k];
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

template <class T>
void store_number(char* at, T value, std::endian order) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (std::size_t k = 0; k < sizeof(T); ++k) at[order == std::endian::native ? k : sizeof(T) - 1 - k] = bytes[k];
}

template <class T>
void append_number(std::string& out, T value, std::endian order) {
    out.resize(out.size() + sizeof(T));
    store_number(out.data() + out.size() - sizeof(T), value, order);
}

// Walks over bytes; going past the end is an InputError that names the source and the byte.
class ByteReader {
public:
    ByteReader(std::string_view bytes, std::string source, std::endian order)
        : bytes_(bytes), source_(std::move(source)), order_(order) {}

    template <class T>
    T number() {
        return load_number<T>(take(sizeof(T)).data(), order_);
    }
    std::string_view take(std::size_t count);
    // Refuses a count from a header that the rest of the bytes cannot hold, before anything is allocated.
    void require(std::uint64_t count, std::uint64_t bytes_each, std::string_view what) const;
    std::size_t position() const { return position_; }
    std::size_t remaining() const { return bytes_.size() - position_; }
    [[noreturn]] void fail(std::string_view what) const;

protected:
    std::string_view bytes_;
    std::string source_;
    std::endian order_;
    std::size_t position_ = 0;
};

inline constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 30;

// The whole of a regular file; InputError when it is absent, unreadable, no regular file or above `limit`.
std::string read_file(const std::filesystem::path& path, std::uint64_t limit = kLargestFile);

}  // namespace lamella
