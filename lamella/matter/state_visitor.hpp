// What a solver's state is made of. A solver has
//
//     template <class Visitor> void state(Visitor& visit) { visit("time", time_); visit("particles", particles_); }
//
// and knows nothing of files. Everything is taken apart here, in one place, into flat arrays of numbers with a name and
// a length, so whoever saves, loads (state_archive.hpp) or keeps a copy (state_copy.hpp) deals with nothing else.
//
// - numbers, vectors, matrices, std::array of them, std::span: of a length that both sides know; another is an error
// - std::vector of them, std::string, std::map: as long as what was saved
// - ColumnTable: rows and columns as saved; columns that are there already must have been saved, too
// - TriangleMesh, TetMesh, Strands, TileSet, TileField: as large as what was saved
// - whatever has a state(visit) of its own: its names follow the given one and a point
#pragma once

#include <lamella/core/columns.hpp>
#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/tile_field.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lamella {

enum class NumberType : std::uint8_t { float32, float64, int32, int64, uint8 };

constexpr std::size_t size_of(NumberType type) {
    if (type == NumberType::uint8) return 1;
    return type == NumberType::float32 || type == NumberType::int32 ? 4 : 8;
}

template <class T>
concept StateNumber = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::int32_t> ||
                      std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t> ||
                      std::same_as<T, std::uint8_t> || std::same_as<T, char>;

// Unsigned numbers of 64 bits are kept by their bits.
template <StateNumber T>
constexpr NumberType number_type() {
    if constexpr (std::same_as<T, float>) return NumberType::float32;
    if constexpr (std::same_as<T, double>) return NumberType::float64;
    if constexpr (std::same_as<T, std::int32_t>) return NumberType::int32;
    return sizeof(T) == 1 ? NumberType::uint8 : NumberType::int64;
}

// A value that is a fixed number of numbers side by side.
template <class T>
struct FlatState {
    static constexpr std::size_t count = 0;  // is none
};
template <StateNumber T>
struct FlatState<T> {
    using Number = T;
    static constexpr std::size_t count = 1;
};
template <StateNumber T, int Rows, int Columns, int Options>
    requires(Rows > 0 && Columns > 0)
struct FlatState<Eigen::Matrix<T, Rows, Columns, Options, Rows, Columns>> {
    using Number = T;
    static constexpr std::size_t count = static_cast<std::size_t>(Rows) * Columns;
};
template <class T, std::size_t N>
    requires(FlatState<T>::count > 0)
struct FlatState<std::array<T, N>> {
    using Number = typename FlatState<T>::Number;
    static constexpr std::size_t count = N * FlatState<T>::count;
};
template <class T>
concept FlatStateValue = FlatState<T>::count > 0 &&
                         sizeof(T) == FlatState<T>::count * sizeof(typename FlatState<T>::Number);

class StateVisitor {
public:
    enum class Purpose { save, load, keep, restore };

    virtual ~StateVisitor() = default;

    template <FlatStateValue T>
    void operator()(const std::string& name, T& value) {
        (*this)(name, std::span<T>(&value, 1));
    }
    // Of a length that does not change.
    template <FlatStateValue T>
    void operator()(const std::string& name, std::span<T> values) {
        numbers(prefix_ + name, number_type<typename FlatState<T>::Number>(), std::as_writable_bytes(values));
    }
    template <FlatStateValue T>
    void operator()(const std::string& name, std::vector<T>& values) {
        values.resize(saved_length<T>(name, values.size()));
        (*this)(name, std::span<T>(values));
    }
    template <class T>
    void operator()(const std::string& name, TileField<T>& field) {
        field.resize(tiles_of(name, saved_length<T>(name, field.values().size())));
        (*this)(name, field.values());
    }
    template <class T, std::size_t N>
        requires(!FlatStateValue<T>)
    void operator()(const std::string& name, std::array<T, N>& parts) {
        for (std::size_t k = 0; k < N; ++k) (*this)(name + "." + std::to_string(k) + "/" + std::to_string(N), parts[k]);
    }
    template <FlatStateValue T>
    void operator()(const std::string& name, std::map<std::string, T>& values);
    template <class T>
        requires requires(T& part, StateVisitor& visit) { part.state(visit); }
    void operator()(const std::string& name, T& part) {
        const std::string before = std::exchange(prefix_, prefix_ + name + ".");
        part.state(*this);
        prefix_ = before;
    }
    void operator()(const std::string& name, bool& value);
    void operator()(const std::string& name, std::string& text);
    void operator()(const std::string& name, std::vector<std::string>& texts);
    void operator()(const std::string& name, ColumnTable& table);
    void operator()(const std::string& name, TriangleMesh& mesh);
    void operator()(const std::string& name, TetMesh& mesh);
    void operator()(const std::string& name, Strands& strands);
    void operator()(const std::string& name, TileSet& tiles);

protected:
    explicit StateVisitor(Purpose purpose) : purpose_(purpose) {}

private:
    // How many numbers the array has, or is to get if it is given back; it has `count` now.
    virtual std::size_t length(const std::string& name, NumberType type, std::size_t count) = 0;
    // Takes or gives back the numbers of an array of that length; another length is an error.
    virtual void numbers(const std::string& name, NumberType type, std::span<std::byte> values) = 0;

    template <class T>
    std::size_t saved_length(const std::string& name, std::size_t count) {
        using Flat = FlatState<T>;
        return values_of(name, length(prefix_ + name, number_type<typename Flat::Number>(), count * Flat::count),
                         Flat::count);
    }
    // InputErrors where the numbers do not make whole values or tiles.
    std::size_t values_of(const std::string& name, std::size_t count, std::size_t numbers_each) const;
    Index tiles_of(const std::string& name, std::size_t values) const;
    void require(bool right, const std::string& name, const char* what) const;

    void visit_columns(const std::string& name, ColumnTable& table);
    void require_rows(const std::string& name, const ColumnTable& table, std::int64_t rows);

    Purpose purpose_;
    std::string prefix_;
};

template <FlatStateValue T>
void StateVisitor::operator()(const std::string& name, std::map<std::string, T>& values) {
    std::vector<std::string> keys;
    std::vector<T> numbers;
    for (const auto& [key, value] : values) {
        keys.push_back(key);
        numbers.push_back(value);
    }
    (*this)(name + ":keys", keys);
    (*this)(name, numbers);
    require(keys.size() == numbers.size(), name, "has another number of keys than of values");
    values.clear();
    for (std::size_t k = 0; k < keys.size(); ++k) values[keys[k]] = numbers[k];
}

}  // namespace lamella
