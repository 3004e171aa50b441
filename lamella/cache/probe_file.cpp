#include <lamella/cache/probe_file.hpp>
#include <lamella/core/atomic_file.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>

namespace lamella {
namespace {

// The time at which a row begins, or NaN where it is none.
double time_of(const std::string& line) {
    double time = std::nan("");
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), time);
    return error == std::errc() && end != line.data() + line.size() && *end == ',' ? time : std::nan("");
}

// The whole rows until that time.
std::string kept_rows(const std::filesystem::path& path, double until) {
    std::string rows;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line) && !file.eof();)
        if (time_of(line) <= until) rows += line + "\n";
    return rows;
}

}  // namespace

ProbeFile::ProbeFile(std::filesystem::path path, const std::vector<std::string>& columns, double keep_until)
    : path_(std::move(path)) {
    make_folder_of(path_);
    write_file(path_, fmt::format("{}\n{}", fmt::join(columns, ","), kept_rows(path_, keep_until)));
}

// Times with all their digits, so that they are cut off where they should be.
void ProbeFile::add(const std::vector<std::vector<double>>& rows) const {
    std::string text;
    for (const std::vector<double>& row : rows) {
        text += fmt::format("{}", row.front());
        for (std::size_t k = 1; k < row.size(); ++k) text += std::isnan(row[k]) ? "," : fmt::format(",{:.9g}", row[k]);
        text += "\n";
    }
    if (!text.empty()) append_to_file(path_, text);
}

}  // namespace lamella
