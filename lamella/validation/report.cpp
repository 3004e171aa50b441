#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/validation/report.hpp>
#include <lamella/validation/report_text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace lamella {
namespace {

using Json = nlohmann::ordered_json;  // writes what is not a number as null
using Cells = std::array<std::string, 5>;

const char* rule_word(Tolerance::Rule rule) {
    switch (rule) {
        case Tolerance::Rule::near:
            return "near";
        case Tolerance::Rule::at_most:
            return "at most";
        case Tolerance::Rule::at_least:
            return "at least";
        case Tolerance::Rule::reported:
            return "reported";
    }
    return "";
}

Cells cells_of(const Measurement& m) {
    return {"  " + m.quantity, with_unit(m.measured, m.unit), reference_text(m), tolerance_text(m), verdict_text(m)};
}

std::vector<Cells> rows_of(std::span<const CaseResult> results) {
    std::vector<Cells> rows{{"", "measured", "reference", "tolerance", "verdict"}};
    for (const CaseResult& result : results) {
        rows.push_back(
            {fmt::format("{} ({:.1f} s)", result.name, result.seconds), "", "", "", verdict_word(result.verdict())});
        for (const Measurement& m : result.measurements) rows.push_back(cells_of(m));
        if (!result.fault.empty()) rows.push_back({"  broke off: " + result.fault, "", "", "", ""});
    }
    return rows;
}

// A row whose other cells are empty may be as long as it likes.
std::array<std::size_t, 5> widths_of(const std::vector<Cells>& rows) {
    std::array<std::size_t, 5> widths{};
    for (const Cells& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c)
            if (!row[4].empty()) widths[c] = std::max(widths[c], row[c].size());
    return widths;
}

Json json_of(const Measurement& m) {
    return {{"quantity", m.quantity},
            {"unit", m.unit},
            {"measured", m.measured},
            {"reference", reference_text(m).empty() ? Json() : Json(m.reference)},
            {"rule", rule_word(m.tolerance.rule)},
            {"tolerance", m.tolerance.amount},
            {"tolerance_is_relative", m.tolerance.relative},
            {"source", m.source},
            {"verdict", verdict_word(m.verdict())}};
}

Json json_of(const Plot& plot) {
    Json series = Json::array();
    for (const Series& s : plot.series) series.push_back({{"name", s.name}, {"points", s.points}});
    return {{"title", plot.title}, {"x", plot.x_label}, {"y", plot.y_label}, {"series", series}};
}

Json json_of(const CaseResult& result) {
    Json json{{"name", result.name},
              {"family", result.family},
              {"verdict", verdict_word(result.verdict())},
              {"seconds", result.seconds},
              {"fault", result.fault.empty() ? Json() : Json(result.fault)},
              {"measurements", Json::array()},
              {"plots", Json::array()}};
    for (const Measurement& m : result.measurements) json["measurements"].push_back(json_of(m));
    for (const Plot& plot : result.plots) json["plots"].push_back(json_of(plot));
    return json;
}

}  // namespace

std::string with_unit(double value, const std::string& unit) {
    return fmt::format("{:.5g}{}", value, unit == "1" ? "" : " " + unit);
}

std::string reference_text(const Measurement& m) {
    const bool none = m.tolerance.rule == Tolerance::Rule::reported && m.reference == 0.0;
    return none ? "" : with_unit(m.reference, m.unit);
}

std::string verdict_text(const Measurement& m) {
    const bool judged = m.tolerance.rule != Tolerance::Rule::reported || m.verdict() == Verdict::fail;
    return judged ? verdict_word(m.verdict()) : "reported";
}

std::string tolerance_text(const Measurement& m) {
    if (m.tolerance.rule == Tolerance::Rule::reported) return "";
    if (m.tolerance.rule != Tolerance::Rule::near) return rule_word(m.tolerance.rule);
    return m.tolerance.relative ? fmt::format("{:.3g} %", 100.0 * m.tolerance.amount)
                                : with_unit(m.tolerance.amount, m.unit);
}

std::string run_line(bool full) {
    return fmt::format("lamella {} ({}), {} cases", program_version(), git_hash(), full ? "full" : "quick");
}

std::string results_table(std::span<const CaseResult> results) {
    const std::vector<Cells> rows = rows_of(results);
    const auto w = widths_of(rows);
    std::string out;
    for (const Cells& r : rows) {
        std::string line =
            fmt::format("{:<{}}  {:>{}}  {:>{}}  {:>{}}  {}", r[0], w[0], r[1], w[1], r[2], w[2], r[3], w[3], r[4]);
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string results_json(std::span<const CaseResult> results, bool full) {
    Json json{{"version", program_version()},
              {"git_hash", git_hash()},
              {"full", full},
              {"verdict", verdict_word(overall_verdict(results))},
              {"cases", Json::array()}};
    for (const CaseResult& result : results) json["cases"].push_back(json_of(result));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_report(std::span<const CaseResult> results, const ValidateOptions& options) {
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) throw RunError(fmt::format("{}: cannot make this folder: {}", options.folder.string(), error.message()));
    write_file(options.folder / "results.json", results_json(results, options.full));
    write_file(options.folder / "report.html", report_html(results, options.full));
}

}  // namespace lamella
