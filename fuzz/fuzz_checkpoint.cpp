// Any bytes as a checkpoint, as one whose checksum is right, and as the state within it.
#include "fuzz_reader.hpp"

#include <lamella/cache/checkpoint.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/hash.hpp>

namespace {

// Magic word, version, checksum, body (checkpoint.cpp).
constexpr std::size_t kChecksumAt = 18 + 4, kBodyAt = kChecksumAt + 8;

std::string with_right_checksum(std::string bytes) {
    if (bytes.size() < kBodyAt) return bytes;
    const std::uint64_t checksum = lamella::hash_bytes(bytes.data() + kBodyAt, bytes.size() - kBodyAt);
    lamella::store_number(bytes.data() + kChecksumAt, checksum, std::endian::little);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = [&](auto&& reader) { return lamella::try_reader(data, size, reader); };
    read([](auto bytes, const auto& source) { lamella::parse_checkpoint(bytes, source); });
    read([](auto bytes, const auto& source) {
        lamella::parse_checkpoint(with_right_checksum(std::string(bytes)), source);
    });
    return read([](auto bytes, const auto& source) {
        const auto state = lamella::StateArchive::from_bytes(bytes, source);
        for (const auto& [name, item] : state.items()) {
            std::vector<std::byte> numbers(item.bytes());
            item.unpack(numbers);
        }
    });
}
