#include <lamella/core/columns.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>

namespace lamella {

void ColumnTable::remove(std::string_view name) {
    const auto at = columns_.find(name);
    if (at != columns_.end()) columns_.erase(at);
}

void ColumnTable::resize(Index n) {
    for (auto& [name, any] : columns_) std::visit([&](auto& column) { column.resize(n); }, any);
    size_ = n;
}

namespace {

template <class T>
PaddedArray<T> gathered(const PaddedArray<T>& array, std::span<const Index> rows) {
    PaddedArray<T> result;
    result.resize(static_cast<Index>(rows.size()));
    parallel_for("reorder", result.size(),
                 [&, from = array.data(), to = result.data()](Index k) { to[k] = from[rows[k]]; });
    return result;
}

}  // namespace

AnyColumn rows_of(const AnyColumn& column, std::span<const Index> rows) {
    return std::visit(
        [&](const auto& from) -> AnyColumn {
            std::remove_cvref_t<decltype(from)> result;
            for (int c = 0; c < from.components; ++c) result.component(c) = gathered(from.component(c), rows);
            return result;
        },
        column);
}

void ColumnTable::reorder(std::span<const Index> order) {
    for (auto& [name, any] : columns_)
        std::visit(
            [&](auto& column) {
                for (int c = 0; c < column.components; ++c) column.component(c) = gathered(column.component(c), order);
            },
            any);
    size_ = static_cast<Index>(order.size());
}

void ColumnTable::append(const ColumnTable& other) {
    const Index old_size = size_;
    resize(old_size + other.size());
    for (const auto& [name, any] : other.columns())
        std::visit(
            [&](const auto& theirs) {
                auto& ours = add<std::remove_cvref_t<decltype(theirs)>>(name);
                for (int c = 0; c < theirs.components; ++c)
                    std::copy_n(theirs.component(c).data(), theirs.size(), ours.component(c).data() + old_size);
            },
            any);
}

void ColumnTable::report_missing(std::string_view name, bool other_type) {
    throw RunError("the column '" + std::string(name) + (other_type ? "' has another type" : "' is absent"));
}

}  // namespace lamella
