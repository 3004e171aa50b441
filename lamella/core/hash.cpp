#include <lamella/core/hash.hpp>

#include <fmt/format.h>
#include <xxhash.h>

namespace lamella {

struct Hasher::State {
    XXH3_state_t* xxh3 = XXH3_createState();
    State() { XXH3_64bits_reset(xxh3); }
    ~State() { XXH3_freeState(xxh3); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;

void Hasher::update(const void* data, std::size_t bytes) { XXH3_64bits_update(state_->xxh3, data, bytes); }
std::uint64_t Hasher::digest() const { return XXH3_64bits_digest(state_->xxh3); }

std::uint64_t hash_bytes(const void* data, std::size_t bytes) { return XXH3_64bits(data, bytes); }
std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }
std::string hash_text(std::string_view text) { return hex(hash_bytes(text.data(), text.size())); }

}  // namespace lamella
