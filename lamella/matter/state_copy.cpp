#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/matter/state_copy.hpp>

#include <cstring>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kChunkBytes = 1 << 20;

void copy_bytes(std::span<const std::byte> from, std::byte* to) {
    parallel_chunks("copy of the state", static_cast<std::ptrdiff_t>(from.size()), kChunkBytes,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        std::memcpy(to + begin, from.data() + begin, static_cast<std::size_t>(end - begin));
                    });
}

}  // namespace

void StateCopy::Keeper::numbers(const std::string& name, NumberType type, std::span<std::byte> values) {
    if (copy_.used_ == copy_.arrays_.size()) copy_.arrays_.emplace_back();
    Array& array = copy_.arrays_[copy_.used_++];
    array.name = name;
    array.type = type;
    array.bytes.resize(values.size());
    copy_bytes(values, array.bytes.data());
}

const StateCopy::Array& StateCopy::Restorer::find(const std::string& name, NumberType type) {
    for (std::size_t k = 0; k < copy_.used_; ++k) {
        const std::size_t at = (next_ + k) % copy_.used_;
        if (copy_.arrays_[at].name != name || copy_.arrays_[at].type != type) continue;
        next_ = at;
        return copy_.arrays_[at];
    }
    throw RunError("the copy of the state has no array '" + name + "' of the expected type");
}

std::size_t StateCopy::Restorer::length(const std::string& name, NumberType type, std::size_t) {
    return find(name, type).bytes.size() / size_of(type);
}

void StateCopy::Restorer::numbers(const std::string& name, NumberType type, std::span<std::byte> values) {
    const Array& kept = find(name, type);
    if (kept.bytes.size() != values.size())
        throw RunError("the copy of the state's array '" + name + "' has another length");
    copy_bytes(kept.bytes, values.data());
}

std::size_t StateCopy::memory_bytes() const {
    std::size_t bytes = 0;
    for (const Array& array : arrays_) bytes += array.bytes.capacity();
    return bytes;
}

}  // namespace lamella
