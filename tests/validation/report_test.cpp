#include <lamella/core/bytes.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/validation/report.hpp>
#include <lamella/validation/svg_plot.hpp>

#include "fixtures.hpp"

namespace lamella {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

const std::vector<CaseResult>& results() {
    static const std::vector<CaseResult> all = run_cases(Run{}, kAllKinds, {});
    return all;
}

TEST(Report, TheTableHasALineForEachMeasurement) {
    const std::string table = results_table(results());
    EXPECT_TRUE(contains(table, "1.01 m/s      1 m/s        2 %  pass\n")) << table;
    EXPECT_TRUE(contains(table, "1.05 m/s      1 m/s        2 %  FAIL\n")) << table;
    EXPECT_TRUE(contains(table, "broke off: the disk is full\n")) << table;
    EXPECT_EQ(occurrences(table, "FAIL"), 3u) << table;
}

// Read back by the scene reader's parser, which shares nothing with the writer.
TEST(Report, TheJsonParsesAndHoldsTheNumbers) {
    const JsonValue json = parse_json(results_json(results(), true), "results.json");
    EXPECT_EQ(*json.find("verdict")->value.text(), "FAIL");
    EXPECT_TRUE(*json.find("full")->value.boolean());
    const JsonArray& cases = *json.find("cases")->value.array();
    ASSERT_EQ(cases.size(), 3u);
    const JsonValue& first = cases[0].find("measurements")->value.array()->at(0);
    EXPECT_EQ(*first.find("measured")->value.number(), 1.01);
    EXPECT_EQ(*first.find("verdict")->value.text(), "pass");
    EXPECT_EQ(*first.find("quantity")->value.text(), "speed <of> \"sound\"");
    EXPECT_EQ(*cases[2].find("fault")->value.text(), "the disk is full");
}

TEST(Report, ThePageHoldsEachCaseAndNeedsNothingElse) {
    const std::string page = report_html(results(), false);
    for (const CaseResult& result : results()) EXPECT_TRUE(contains(page, "<section id=\"" + result.name + "\">"));
    EXPECT_EQ(occurrences(page, "<svg"), 1u);
    EXPECT_TRUE(contains(page, "speed &lt;of&gt; &quot;sound&quot;"));
    EXPECT_TRUE(contains(page, "prefers-color-scheme: dark"));
    for (const char* outside : {"http", "src=", "<link", "@import", "url("}) EXPECT_FALSE(contains(page, outside));
    EXPECT_FALSE(contains(page, "nan"));
}

TEST(Report, FilesAppearInAFolderThatWasNotThere) {
    const ScratchFolder scratch;
    const ValidateOptions options{false, scratch.path / "deep" / "down"};
    write_report(results(), options);
    EXPECT_EQ(read_file(options.folder / "results.json"), results_json(results(), false));
    EXPECT_EQ(read_file(options.folder / "report.html"), report_html(results(), false));
    EXPECT_THROW(write_report(results(), {false, options.folder / "report.html"}), RunError);
}

TEST(Plot, TicksAreRoundAndSpanTheData) {
    EXPECT_EQ(round_ticks(0.3, 9.2, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    for (const auto& [low, high] : {std::pair{0.0, 0.0}, {5.0, 5.0}, {-1e9, 1e-9}, {1.0, 1.0 + 1e-7}, {-3e-12, 0.0}}) {
        const auto ticks = round_ticks(low, high, 5);
        ASSERT_GE(ticks.size(), 2u);
        EXPECT_LE(ticks.size(), 12u);
        EXPECT_LE(ticks.front(), low);
        EXPECT_GE(ticks.back(), high);
    }
}

TEST(Plot, NeighbouringTicksReadDifferently) {
    const std::string svg =
        svg_plot({"Near one", "x", "y", {{"s", Series::Mark::dots, {{0, 0.99998}, {20000, 1.00002}}}}});
    for (const char* tick : {">0.99998<", ">0.99999<", ">1.00002<", ">20000<"}) EXPECT_TRUE(contains(svg, tick)) << svg;
}

TEST(Plot, AnEmptyPlotIsStillAPicture) {
    const std::string svg = svg_plot({"Nothing", "x", "y", {{"none", Series::Mark::line, {}}}});
    EXPECT_TRUE(contains(svg, "</svg>"));
    EXPECT_FALSE(contains(svg, "nan"));
}

}  // namespace
}  // namespace lamella
