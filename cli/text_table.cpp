#include <cli/text_table.hpp>

#include <algorithm>

namespace lamella::cli {

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    for (const auto& cells : rows_) {
        widths.resize(std::max(widths.size(), cells.size()), 0);
        for (std::size_t c = 0; c + 1 < cells.size(); ++c) widths[c] = std::max(widths[c], cells[c].size());
    }
    std::string out;
    for (const auto& cells : rows_) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            out += cells[c];
            if (c + 1 < cells.size()) out.append(widths[c] - cells[c].size() + 2, ' ');
        }
        out += "\n";
    }
    return out;
}

std::string count_text(long long count) {
    std::string digits = std::to_string(count);
    const std::size_t first = count < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

}  // namespace lamella::cli
