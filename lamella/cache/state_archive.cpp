#include <lamella/cache/state_archive.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>

#include <cstring>

namespace lamella {
namespace {

constexpr std::endian kOrder = std::endian::little;

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

std::string_view as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::size_t StateItem::count() const { return bytes.size() / size_of(type); }

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

std::string StateArchive::to_bytes() const {
    std::string out;
    append_number(out, static_cast<std::uint32_t>(items_.size()), kOrder);
    for (const auto& [name, item] : items_) {
        append_number(out, static_cast<std::uint32_t>(name.size()), kOrder);
        out += name;
        out += static_cast<char>(item.type);
        append_number(out, static_cast<std::uint64_t>(item.bytes.size()), kOrder);
        out += as_text(item.bytes);
    }
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
        const auto size = reader.number<std::uint64_t>();
        if (size % size_of(item.type) != 0) reader.fail("an array ends within a number");
        const std::string_view data = reader.take(size);
        const auto* begin = reinterpret_cast<const std::byte*>(data.data());
        item.bytes.assign(begin, begin + data.size());
        archive.items_.emplace(name, std::move(item));
    }
    return archive;
}

template <StateNumber T>
void StateSaver::save(const std::string& name, std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    archive_.items()[name] = {type_of<T>(), {bytes.begin(), bytes.end()}};
}

template <StateNumber T>
const StateItem& StateLoader::item(const std::string& name, std::size_t count) const {
    const StateItem& found = archive_.item(name, type_of<T>());
    if (found.count() != count)
        throw RunError("the state's array '" + name + "' has " + std::to_string(found.count()) + " values, not " +
                       std::to_string(count));
    return found;
}

template <StateNumber T>
void StateLoader::load(const std::string& name, std::vector<T>& values, std::size_t count) const {
    const StateItem& found = item<T>(name, count);
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), found.bytes.data(), found.bytes.size());  // nothing has no address
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
