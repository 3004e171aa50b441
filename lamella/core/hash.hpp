// XXH3 checksums: checkpoints, scene hashes, and the state hashes of the determinism tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lamella {

// A running 64-bit checksum over bytes.
class Hasher {
public:
    Hasher();
    ~Hasher();
    Hasher(const Hasher&) = delete;
    Hasher& operator=(const Hasher&) = delete;

    void update(const void* data, std::size_t bytes);
    template <class T>
    void update(std::span<const T> values) {
        update(values.data(), values.size_bytes());
    }
    std::uint64_t digest() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::uint64_t hash_bytes(const void* data, std::size_t bytes);

// Sixteen hexadecimal digits.
std::string hash_text(std::string_view text);
std::string hex(std::uint64_t value);

}  // namespace lamella
