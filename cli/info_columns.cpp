#include <cli/info_columns.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lamella::cli {

namespace {

std::string vector_text(const Vec3d& v) { return fmt::format("{:.6g} {:.6g} {:.6g}", v.x(), v.y(), v.z()); }

template <class C>
std::string type_text(const C&) {
    const char* number = std::is_same_v<C, IndexColumn> ? "integer" : "float";
    return C::components == 1 ? number : fmt::format("{} {}s", C::components, number);
}

template <class C>
std::string range_text(const C& column) {
    std::vector<std::string> ranges;
    for (int c = 0; c < C::components; ++c) {
        ValueRange range;
        range.add(column.component(c).span());
        ranges.push_back(range.text());
    }
    return fmt::format("{}", fmt::join(ranges, "; "));
}

}  // namespace

std::string ValueRange::text() const {
    const std::string span = least <= most ? fmt::format("{:.9g} to {:.9g}", least, most) : "no value";
    return not_finite ? fmt::format("{}, {} not finite", span, not_finite) : span;
}

void add_bounds(TextTable& table, const Box3& box, const Vec3d& origin) {
    if (box.empty()) return;
    table.row({"lowest corner", vector_text(origin + box.min.cast<double>()) + " m"});
    table.row({"highest corner", vector_text(origin + box.max.cast<double>()) + " m"});
}

std::string columns_text(const ColumnTable& columns, const std::string& title) {
    TextTable table;
    for (const auto& [name, any] : columns.columns()) {
        if (name == "P") continue;
        std::visit(
            [&, &label = name](const auto& column) {
                table.row({"  " + label, type_text(column), range_text(column)});
            },
            any);
    }
    const std::string text = table.text();
    return text.empty() ? "" : title + "\n" + text;
}

}  // namespace lamella::cli
