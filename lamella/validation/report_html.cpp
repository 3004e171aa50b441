#include <lamella/validation/report.hpp>
#include <lamella/validation/report_text.hpp>
#include <lamella/validation/svg_plot.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1f24; --soft: #5b6570; --rule: #d8dee4;
  --pass: #1a7f37; --fail: #c62828; --series-0: #0b63b5; --series-1: #d1600a; --series-2: #1a7f37; --series-3: #8250df; }
@media (prefers-color-scheme: dark) { :root { --back: #12161b; --text: #e4e8ec; --soft: #98a2ad; --rule: #303841;
  --pass: #4cc26a; --fail: #ff6b62; --series-0: #62aaf0; --series-1: #f0923e; --series-2: #4cc26a; --series-3: #b392f0; } }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 0; border-top: 1px solid var(--rule); padding-top: 1rem; }
p { margin: .3rem 0 1rem; } .soft, small { color: var(--soft); }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.pass { color: var(--pass); font-weight: 600; } .fail { color: var(--fail); font-weight: 600; white-space: nowrap; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; }
svg { width: 100%; height: auto; max-width: 40rem; display: block; } svg text { fill: var(--soft); font-size: 12px; }
svg .grid { stroke: var(--rule); } svg polyline { fill: none; stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: 0 1.5rem; color: var(--soft); }
.legend i { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em; }
)";

std::string verdict_cell(Verdict verdict, const std::string& word) {
    const char* style = verdict == Verdict::pass ? "pass" : verdict == Verdict::fail ? "fail" : "soft";
    return fmt::format("<span class=\"{}\">{}</span>", style, word);
}

std::string verdict_cell(Verdict verdict) { return verdict_cell(verdict, verdict_word(verdict)); }

std::string summary(std::span<const CaseResult> results) {
    std::string out =
        "<div class=\"wide\"><table>\n<tr><th>case</th><th>family</th><th>verdict</th><th>time</th></tr>\n";
    for (const CaseResult& r : results)
        out += fmt::format(
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td><td class=\"number\">{3:.1f} s</td></tr>\n",
            html_escaped(r.name), html_escaped(r.family), verdict_cell(r.verdict()), r.seconds);
    return out + "</table></div>\n";
}

std::string measurement_row(const Measurement& m) {
    return fmt::format(
        "<tr><td>{}<br><small>{}</small></td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td><td>{}</td></tr>\n",
        html_escaped(m.quantity), html_escaped(m.source), with_unit(m.measured, m.unit), reference_text(m),
        tolerance_text(m), verdict_cell(m.verdict(), verdict_text(m)));
}

std::string measurement_table(const CaseResult& result) {
    if (result.measurements.empty()) return "";
    std::string out =
        "<div class=\"wide\"><table>\n<tr><th>quantity</th><th>measured</th><th>reference</th><th>tolerance</th>"
        "<th>verdict</th></tr>\n";
    for (const Measurement& m : result.measurements) out += measurement_row(m);
    return out + "</table></div>\n";
}

std::string case_section(const CaseResult& result) {
    std::string out = fmt::format("<section id=\"{0}\">\n<h2>{0}</h2>\n<p>{1}: {2}</p>\n", html_escaped(result.name),
                                  html_escaped(result.sentence), verdict_cell(result.verdict()));
    if (!result.fault.empty())
        out += fmt::format("<p class=\"fail\">It broke off: {}</p>\n", html_escaped(result.fault));
    out += measurement_table(result);
    for (const Plot& plot : result.plots) out += svg_plot(plot);
    return out + "</section>\n";
}

}  // namespace

std::string report_html(std::span<const CaseResult> results, bool full) {
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Lamella validation</title>\n"
        "<style>{}</style>\n</head>\n<body>\n<h1>Lamella validation</h1>\n<p class=\"soft\">{}</p>\n",
        kStyle, run_line(full));
    out += summary(results);
    for (const CaseResult& result : results) out += case_section(result);
    return out + "</body>\n</html>\n";
}

}  // namespace lamella
