// Typed, named columns that are resized, reordered and compacted together: the attributes of particles
// and of mesh vertices. A vector column is one float array per component, so that eight neighbours load
// as packs; every array is padded by a pack, so that a pack may start at any row.
#pragma once

#include <lamella/core/pack.hpp>

#include <array>
#include <concepts>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace lamella {

// An array of T with one pack of zeroed rows behind its end.
template <class T>
class PaddedArray {
public:
    Index size() const { return size_; }
    const T* data() const { return values_.data(); }
    T* data() { return values_.data(); }
    std::span<const T> span() const { return {data(), static_cast<std::size_t>(size_)}; }
    std::span<T> span() { return {data(), static_cast<std::size_t>(size_)}; }

    void resize(Index n) {
        if (n < size_) std::fill_n(values_.begin() + n, size_ - n, T{});
        values_.resize(static_cast<std::size_t>(n) + kPackWidth);
        size_ = n;
    }
    void swap(PaddedArray& other) noexcept {
        values_.swap(other.values_);
        std::swap(size_, other.size_);
    }

private:
    std::vector<T> values_ = std::vector<T>(kPackWidth);
    Index size_ = 0;
};

// Eight rows at once: something that loads a pack from the start of an array (particles/neighbours.hpp).
template <class At>
concept PackOfRows = requires(const At& at, const float* data) {
    { at.load(data) } -> std::same_as<Pack>;
};

// A column of numbers: float or Index.
template <class T>
class Column {
public:
    using Value = T;
    static constexpr int components = 1;

    Index size() const { return array_.size(); }
    void resize(Index n) { array_.resize(n); }
    T operator[](Index i) const { return array_.data()[i]; }
    T& operator[](Index i) { return array_.data()[i]; }
    // Numbers only: a pack holds floats, which cannot tell ids above 2^24 apart.
    template <PackOfRows At>
    Pack operator[](const At& at) const
        requires std::same_as<T, Real>
    {
        return at.load(array_.data());
    }
    T value(Index i) const { return (*this)[i]; }
    void set(Index i, T value) { (*this)[i] = value; }
    std::span<const T> span() const { return array_.span(); }
    std::span<T> span() { return array_.span(); }
    PaddedArray<T>& component(int) { return array_; }
    const PaddedArray<T>& component(int) const { return array_; }

private:
    PaddedArray<T> array_;
};

// A column of K-vectors; x[i] reads one, x.set(i, value) writes one.
template <int K>
class VecColumn {
public:
    using Value = Eigen::Matrix<Real, K, 1>;
    static constexpr int components = K;

    Index size() const { return arrays_[0].size(); }
    void resize(Index n) {
        for (auto& a : arrays_) a.resize(n);
    }
    Value operator[](Index i) const {
        Value v;
        for (int c = 0; c < K; ++c) v[c] = arrays_[c].data()[i];
        return v;
    }
    template <PackOfRows At>
    Vec3Pack operator[](const At& at) const
        requires(K == 3)
    {
        return {at.load(arrays_[0].data()), at.load(arrays_[1].data()), at.load(arrays_[2].data())};
    }
    Value value(Index i) const { return (*this)[i]; }
    void set(Index i, const Value& v) {
        for (int c = 0; c < K; ++c) arrays_[c].data()[i] = v[c];
    }
    PaddedArray<Real>& component(int c) { return arrays_[c]; }
    const PaddedArray<Real>& component(int c) const { return arrays_[c]; }

private:
    std::array<PaddedArray<Real>, K> arrays_;
};

using ScalarColumn = Column<Real>;
using IndexColumn = Column<Index>;
using Vec3Column = VecColumn<3>;
using Vec4Column = VecColumn<4>;
using AnyColumn = std::variant<ScalarColumn, IndexColumn, Vec3Column, Vec4Column>;

// Rows of a column, in that order.
AnyColumn rows_of(const AnyColumn& column, std::span<const Index> rows);

// Named columns of one length, in the order of their names.
class ColumnTable {
public:
    Index size() const { return size_; }
    bool has(std::string_view name) const { return columns_.find(name) != columns_.end(); }
    const std::map<std::string, AnyColumn, std::less<>>& columns() const { return columns_; }
    std::map<std::string, AnyColumn, std::less<>>& columns() { return columns_; }

    // The column of that name and type, made (zeroed) if absent; a column of another type is an error.
    template <class C>
    C& add(std::string_view name) {
        const auto [at, inserted] = columns_.try_emplace(std::string(name), C{});
        if (inserted) std::get<C>(at->second).resize(size_);
        return checked<C>(name, &at->second);
    }
    template <class C>
    const C* find(std::string_view name) const {
        const auto at = columns_.find(name);
        return at == columns_.end() ? nullptr : std::get_if<C>(&at->second);
    }
    template <class C>
    C* find(std::string_view name) {
        return const_cast<C*>(std::as_const(*this).find<C>(name));
    }
    template <class C>
    const C& get(std::string_view name) const {
        const auto at = columns_.find(name);
        return checked<C>(name, at == columns_.end() ? nullptr : &at->second);
    }
    template <class C>
    C& get(std::string_view name) {
        return const_cast<C&>(std::as_const(*this).get<C>(name));
    }
    void remove(std::string_view name);

    void resize(Index n);  // new rows are zero

    // Row k becomes the old row order[k]; order may be shorter than the table (compaction).
    void reorder(std::span<const Index> order);

    // Adds the rows of `other`; a column that only one of the two has is zero in the rows of the other.
    void append(const ColumnTable& other);

private:
    template <class C, class Any>
    static auto& checked(std::string_view name, Any* column) {
        using Wanted = std::conditional_t<std::is_const_v<Any>, const C, C>;
        Wanted* found = column ? std::get_if<C>(column) : nullptr;
        if (!found) report_missing(name, column != nullptr);
        return *found;
    }
    [[noreturn]] static void report_missing(std::string_view name, bool other_type);

    std::map<std::string, AnyColumn, std::less<>> columns_;
    Index size_ = 0;
};

}  // namespace lamella
