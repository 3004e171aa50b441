// Rows of cells in aligned columns.
#pragma once

#include <string>
#include <vector>

namespace lamella::cli {

class TextTable {
public:
    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

// "1,234,567"
std::string count_text(long long count);

}  // namespace lamella::cli
