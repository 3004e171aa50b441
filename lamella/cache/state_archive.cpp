#include <lamella/cache/state_archive.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>

#include <fmt/format.h>
#include <zstd.h>

namespace lamella {
namespace {

constexpr std::endian kOrder = std::endian::little;
constexpr std::uint64_t kLargestRatio = 1 << 15;  // of zstd: a block of four bytes unpacks to 128 KiB

std::string pack(std::span<const std::byte> bytes) {
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1);
    if (ZSTD_isError(size)) throw RunError(fmt::format("zstd cannot compress: {}", ZSTD_getErrorName(size)));
    out.resize(size);
    out.shrink_to_fit();
    return out;
}

// Before anything is allocated: a damaged count may be too large for the memory.
bool may_hold(const StateItem& item) {
    return item.count / kLargestRatio <= item.packed.size() &&
           ZSTD_getFrameContentSize(item.packed.data(), item.packed.size()) == item.bytes();
}

}  // namespace

std::uint64_t StateItem::bytes() const { return count * size_of(type); }

void StateItem::unpack(std::span<std::byte> numbers) const {
    if (ZSTD_decompress(numbers.data(), numbers.size(), packed.data(), packed.size()) != bytes())
        throw InputError("an array of the state is damaged (it does not unpack)");
}

const StateItem& StateArchive::item(const std::string& name, StateItem::Type type) const {
    const auto found = items_.find(name);
    if (found == items_.end() || found->second.type != type)
        throw RunError("the state has no array '" + name + "' of the expected type");
    return found->second;
}

std::uint64_t StateArchive::hash() const {
    const std::string bytes = to_bytes();
    return hash_bytes(bytes.data(), bytes.size());
}

void StateArchive::write(ByteSink sink) const {
    std::string head;
    append_number(head, static_cast<std::uint32_t>(items_.size()), kOrder);
    for (const auto& [name, item] : items_) {
        append_number(head, static_cast<std::uint32_t>(name.size()), kOrder);
        head += name;
        head += static_cast<char>(item.type);
        for (const std::uint64_t n : {item.count, std::uint64_t{item.packed.size()}}) append_number(head, n, kOrder);
        sink(head);
        sink(item.packed);
        head.clear();
    }
    sink(head);
}

std::string StateArchive::to_bytes() const {
    std::string out;
    write([&](std::string_view bytes) { out += bytes; });
    return out;
}

StateArchive StateArchive::from_bytes(std::string_view bytes, const std::string& source) {
    ByteReader reader(bytes, source, kOrder);
    StateArchive archive;
    const auto items = reader.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < items; ++i) {
        const std::string name(reader.take(reader.number<std::uint32_t>()));
        StateItem item;
        const auto type = reader.number<std::uint8_t>();
        if (type > static_cast<std::uint8_t>(NumberType::uint8)) reader.fail("an array has an unknown type");
        item.type = static_cast<StateItem::Type>(type);
        item.count = reader.number<std::uint64_t>();
        item.packed = reader.take(reader.number<std::uint64_t>());
        if (!may_hold(item)) reader.fail("an array has another size than it says");
        archive.items_.emplace(name, std::move(item));
    }
    return archive;
}

void StateSaver::numbers(const std::string& name, NumberType type, std::span<std::byte> values) {
    archive_.items()[name] = {type, values.size() / size_of(type), pack(values)};
}

void StateLoader::numbers(const std::string& name, NumberType type, std::span<std::byte> values) {
    const StateItem& found = archive_.item(name, type);
    if (found.bytes() != values.size())
        throw RunError(fmt::format("the state's array '{}' has {} values, not {}", name, found.count,
                                   values.size() / size_of(type)));
    found.unpack(values);
}

}  // namespace lamella
