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
void gather(PaddedArray<T>& array, std::span<const Index> order) {
    PaddedArray<T> sorted;
    sorted.resize(static_cast<Index>(order.size()));
    parallel_for("reorder", sorted.size(),
                 [&, from = array.data(), to = sorted.data()](Index k) { to[k] = from[order[k]]; });
    array.swap(sorted);
}

}  // namespace

void ColumnTable::reorder(std::span<const Index> order) {
    for (auto& [name, any] : columns_)
        std::visit(
            [&](auto& column) {
                for (int c = 0; c < column.components; ++c) gather(column.component(c), order);
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
