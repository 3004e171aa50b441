#include <lamella/cache/state_archive.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>

#include <fmt/format.h>
#include <zstd.h>

namespace lamella {
namespace {

constexpr std::endian kOrder = std::endian::little;
constexpr std::uint64_t kLargestRatio = 1 << 15;  // of zstd: a block of four bytes unpacks to 128 KiB

template <class T>
constexpr StateItem::Type type_of() {
    if constexpr (std::is_same_v<T, float>) return StateItem::Type::float32;
    if constexpr (std::is_same_v<T, double>) return StateItem::Type::float64;
    if constexpr (std::is_same_v<T, std::int32_t>) return StateItem::Type::int32;
    return StateItem::Type::int64;
}

std::size_t size_of(StateItem::Type type) {
    return type == StateItem::Type::float32 || type == StateItem::Type::int32 ? 4 : 8;
}

std::string component_name(const std::string& name, const std::string& column, int components, int c) {
    return name + "." + column + (components == 1 ? "" : "." + std::to_string(c) + "/" + std::to_string(components));
}

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
        if (type > static_cast<std::uint8_t>(StateItem::Type::int64)) reader.fail("an array has an unknown type");
        item.type = static_cast<StateItem::Type>(type);
        item.count = reader.number<std::uint64_t>();
        item.packed = reader.take(reader.number<std::uint64_t>());
        if (!may_hold(item)) reader.fail("an array has another size than it says");
        archive.items_.emplace(name, std::move(item));
    }
    return archive;
}

template <StateNumber T>
void StateSaver::save(const std::string& name, std::span<const T> values) {
    archive_.items()[name] = {type_of<T>(), values.size(), pack(std::as_bytes(values))};
}

template <StateNumber T>
const StateItem& StateLoader::item(const std::string& name, std::size_t count) const {
    const StateItem& found = archive_.item(name, type_of<T>());
    if (found.count != count)
        throw RunError("the state's array '" + name + "' has " + std::to_string(found.count) + " values, not " +
                       std::to_string(count));
    return found;
}

template <StateNumber T>
void StateLoader::load(const std::string& name, std::vector<T>& values, std::size_t count) const {
    const StateItem& found = item<T>(name, count);
    values.resize(count);
    found.unpack(std::as_writable_bytes(std::span(values)));
}

void StateSaver::operator()(const std::string& name, ParticleSet& particles) {
    auto size = static_cast<std::int64_t>(particles.size());
    (*this)(name, size);
    for (auto& [column_name, any] : particles.columns())
        std::visit(
            [&, &column_name = column_name](auto& column) {
                for (int c = 0; c < column.components; ++c)
                    save(component_name(name, column_name, column.components, c),
                         std::as_const(column).component(c).span());
            },
            any);
}

// Before anything is allocated: a damaged number of rows may be too large for the memory.
void StateLoader::require_columns(const std::string& name, const ParticleSet& particles, std::int64_t rows) const {
    for (const auto& [column_name, any] : particles.columns())
        std::visit(
            [&, &column_name = column_name](const auto& column) {
                using T = std::remove_cvref_t<decltype(column.component(0).span()[0])>;
                for (int c = 0; c < column.components; ++c)
                    item<T>(component_name(name, column_name, column.components, c), static_cast<std::size_t>(rows));
            },
            any);
}

// The solver has made its columns already; their number of rows comes from the archive.
void StateLoader::operator()(const std::string& name, ParticleSet& particles) {
    std::int64_t size = 0;
    (*this)(name, size);
    require_columns(name, particles, size);
    particles.resize(static_cast<Index>(size));
    for (auto& [column_name, any] : particles.columns())
        std::visit(
            [&, &column_name = column_name](auto& column) {
                for (int c = 0; c < column.components; ++c) {
                    const auto rows = column.component(c).span();
                    std::vector<std::remove_cvref_t<decltype(rows[0])>> values;
                    load(component_name(name, column_name, column.components, c), values, rows.size());
                    std::copy(values.begin(), values.end(), rows.begin());
                }
            },
            any);
}

template void StateSaver::save(const std::string&, std::span<const float>);
template void StateSaver::save(const std::string&, std::span<const double>);
template void StateSaver::save(const std::string&, std::span<const std::int32_t>);
template void StateSaver::save(const std::string&, std::span<const std::int64_t>);
template void StateLoader::load(const std::string&, std::vector<float>&, std::size_t) const;
template void StateLoader::load(const std::string&, std::vector<double>&, std::size_t) const;
template void StateLoader::load(const std::string&, std::vector<std::int32_t>&, std::size_t) const;
template void StateLoader::load(const std::string&, std::vector<std::int64_t>&, std::size_t) const;

}  // namespace lamella
