#include "fixtures.hpp"

namespace lamella {
namespace {

TEST(Verdict, OfAMeasurementFollowsItsTolerance) {
    EXPECT_EQ(measurement(102.0, 100.0, relative(0.02)).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(102.1, 100.0, relative(0.02)).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(-98.0, -100.0, relative(0.02)).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(-97.9, -100.0, relative(0.02)).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(0.02, 0.0, absolute(0.02)).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(0.03, 0.0, absolute(0.02)).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(0.0, 0.0, absolute(0.0)).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(1.0, 0.0, absolute(0.0)).verdict(), Verdict::fail);
}

TEST(Verdict, ABoundHasOneSide) {
    EXPECT_EQ(measurement(1.8, 1.8, upper_bound()).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(-5.0, 1.8, upper_bound()).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(1.81, 1.8, upper_bound()).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(3.0, 3.0, lower_bound()).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(2.9, 3.0, lower_bound()).verdict(), Verdict::fail);
}

TEST(Verdict, WhatIsOnlyReportedPassesIfItIsANumber) {
    EXPECT_EQ(measurement(7.0, 0.0, reported()).verdict(), Verdict::pass);
    EXPECT_EQ(measurement(std::nan(""), 0.0, reported()).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(INFINITY, 1.0, lower_bound()).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(std::nan(""), 1.0, upper_bound()).verdict(), Verdict::fail);
}

TEST(Verdict, WhatIsNotANumberFails) {
    EXPECT_EQ(measurement(std::nan(""), 0.0, absolute(1.0)).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(INFINITY, 1.0, relative(0.1)).verdict(), Verdict::fail);
    EXPECT_EQ(measurement(0.0, std::nan(""), relative(0.1)).verdict(), Verdict::fail);
}

TEST(Verdict, OfCasesIsThatOfTheWorst) {
    const auto results = run_cases(lamella::Run{}, kAllKinds, {});
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results[0].verdict(), Verdict::pass);
    EXPECT_EQ(results[1].verdict(), Verdict::fail);
    EXPECT_EQ(results[2].verdict(), Verdict::fail);
    EXPECT_EQ(results[2].fault, "the disk is full");
    EXPECT_EQ(overall_verdict(results), Verdict::fail);
    EXPECT_EQ(overall_verdict(std::span(results).first(1)), Verdict::pass);
}

TEST(Verdict, AStoppedRunLeavesTheRestNotRun) {
    const std::atomic<bool> stop = true;
    lamella::Run run;
    run.stop = &stop;
    const auto results = run_cases(run, kAllKinds, {});
    ASSERT_EQ(results.size(), 3u);
    for (const CaseResult& result : results) EXPECT_EQ(result.verdict(), Verdict::not_run);
    EXPECT_EQ(overall_verdict(results), Verdict::not_run);
}

}  // namespace
}  // namespace lamella
