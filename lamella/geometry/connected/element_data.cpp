#include <lamella/core/error.hpp>
#include <lamella/geometry/connected/element_data.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

template <class C>
constexpr bool kWhole = std::is_same_v<C, IndexColumn>;

template <class C>
void mix(C& column, Index row, Index a, Index b, Real t) {
    if constexpr (kWhole<C>)
        column[row] = column[t < 0.5f ? a : b];
    else
        column.set(row, (1.0f - t) * column.value(a) + t * column.value(b));
}

// A share of an amount; whole numbers stay whole.
template <class C>
typename C::Value part_of(const C&, const typename C::Value& amount, Real share) {
    if constexpr (kWhole<C>)
        return static_cast<Index>(std::lround(static_cast<double>(share) * amount));
    else
        return share * amount;
}

template <class C>
void add(C& column, Index row, const typename C::Value& amount) {
    column.set(row, column.value(row) + amount);
}

}  // namespace

void ElementData::set_rule(std::string_view column, Carry rule) { rules_.insert_or_assign(std::string(column), rule); }

Carry ElementData::rule_of(std::string_view column) const {
    if (const auto at = rules_.find(column); at != rules_.end()) return at->second;
    if (column == "id") return Carry::unique;
    return table_.find<IndexColumn>(column) ? Carry::copy : Carry::blend;
}

IndexColumn& ElementData::number(std::string_view name) {
    set_rule(name, Carry::unique);
    const bool made = !table_.has(name);
    auto& column = table_.add<IndexColumn>(name);
    for (Index i = 0; made && i < size(); ++i) column[i] = i;
    next_number_ = -1;
    return column;
}

// Calls f(column, rule).
template <class F>
void ElementData::for_each(F&& f) {
    for (auto& [name, any] : table_.columns())
        std::visit([&, rule = rule_of(name)](auto& column) { f(column, rule); }, any);
}

Index ElementData::next_number() {
    if (next_number_ < 0) {
        next_number_ = 0;
        for_each([&](auto& column, Carry rule) {
            if constexpr (kWhole<std::remove_cvref_t<decltype(column)>>)
                if (rule == Carry::unique)
                    for (const Index number : column.span()) next_number_ = std::max(next_number_, number + 1);
        });
    }
    return next_number_++;
}

Index ElementData::append() {
    const Index row = size();
    Index number = -1;
    for_each([&](auto&, Carry rule) {
        if (rule == Carry::unique && number < 0) number = next_number();
    });
    table_.resize(row + 1);
    note(CarryLog::kAppend, row);
    for_each([&](auto& column, Carry rule) {
        if constexpr (kWhole<std::remove_cvref_t<decltype(column)>>)
            if (rule == Carry::unique) column[row] = number;
    });
    return row;
}

void ElementData::copy(Index from, Index to) {
    note(CarryLog::kCopy, to, from);
    for_each([&](auto& column, Carry rule) {
        if (rule == Carry::blend || rule == Carry::copy) column.set(to, column.value(from));
    });
}

void ElementData::blend(Index row, Index a, Index b, Real t) {
    note(CarryLog::kBlend, row, a, b, t);
    mean(row, a, b, t);
}

void ElementData::mean(Index row, Index a, Index b, Real t) {
    for_each([&](auto& column, Carry rule) {
        if (rule == Carry::blend) mix(column, row, a, b, t);
        if (rule == Carry::copy) column.set(row, column.value(t < 0.5f ? a : b));
    });
    if (auto* normals = table_.find<Vec3Column>("N")) normals->set(row, (*normals)[row].normalized());
}

void ElementData::divide(Index whole, Index part, Real share) {
    copy(whole, part);
    for_each([&](auto& column, Carry rule) {
        if (rule != Carry::share) return;
        const auto taken = part_of(column, column.value(whole), share);
        column.set(part, taken);
        add(column, whole, -taken);
    });
}

void ElementData::unite(Index gone, Index into, Real t) {
    note(CarryLog::kUnite, into, into, gone, t);
    for_each([&](auto& column, Carry rule) {
        if (rule == Carry::share) add(column, into, column.value(gone));
    });
    mean(into, into, gone, t);
}

void ElementData::leave(Index gone, Index to, Real share) {
    for_each([&](auto& column, Carry rule) {
        if (rule != Carry::share) return;
        const auto taken = part_of(column, column.value(gone), share);
        add(column, to, taken);
        add(column, gone, -taken);
    });
}

void ElementData::even_out(Index a, Index b, Real was, Real share) {
    for_each([&](auto& column, Carry rule) {
        if (rule == Carry::blend) {
            mix(column, a, b, a, was);
            column.set(b, column.value(a));
        }
        if (rule == Carry::share) {
            const typename std::remove_cvref_t<decltype(column)>::Value total = column.value(a) + column.value(b);
            const auto taken = part_of(column, total, share);
            column.set(a, taken);
            column.set(b, total - taken);
        }
    });
}

void ElementData::reorder(std::span<const Index> order) {
    if (log_) {
        note(CarryLog::kReorder, static_cast<Index>(log_->orders.size()));
        log_->orders.emplace_back(order.begin(), order.end());
    }
    table_.reorder(order);
}

CarryLog ElementData::start_log() {
    CarryLog before = log_ ? std::move(*log_) : CarryLog{};
    log_.emplace();
    return before;
}

void ElementData::replay(const CarryLog& log) {
    for (const CarryLog::Step& step : log.steps) replay(step, log);
}

void ElementData::replay(const CarryLog::Step& step, const CarryLog& log) {
    const auto require = [&](bool right) {
        if (!right)
            throw InputError(fmt::format("the log of what vertices were made of does not fit to {} of them", size()));
    };
    const auto is_row = [&](Index row) { return row >= 0 && row < size(); };
    switch (step.kind) {
        case CarryLog::kAppend:
            require(step.row == size());
            append();
            return;
        case CarryLog::kBlend:
            require(is_row(step.row) && is_row(step.a) && is_row(step.b));
            return blend(step.row, step.a, step.b, step.t);
        case CarryLog::kUnite:
            require(is_row(step.row) && is_row(step.b));
            return unite(step.b, step.row, step.t);
        case CarryLog::kCopy:
            require(is_row(step.row) && is_row(step.a));
            return copy(step.a, step.row);
        default:
            require(step.kind == CarryLog::kReorder && step.row >= 0 &&
                    step.row < static_cast<Index>(log.orders.size()));
            for (const Index row : log.orders[step.row]) require(is_row(row));
            return reorder(log.orders[step.row]);
    }
}

}  // namespace lamella
