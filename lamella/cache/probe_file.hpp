// What a probe has measured, as CSV: a line of names, then a row for each time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

class ProbeFile {
public:
    // Rows of later times than `keep_until` are cut off, and one that a kill cut in two; a negative time starts anew.
    ProbeFile(std::filesystem::path path, const std::vector<std::string>& columns, double keep_until);

    // They are on the disk when it returns. A number that is not known (NaN) is an empty cell.
    void add(const std::vector<std::vector<double>>& rows) const;

private:
    std::filesystem::path path_;
};

}  // namespace lamella
