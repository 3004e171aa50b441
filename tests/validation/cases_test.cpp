#include <lamella/validation/cases.hpp>

#include "fixtures.hpp"

namespace lamella {
namespace {

void expect_pass(const char* name) {
    const ScratchFolder scratch;
    const auto results = validate(Run{}, std::vector<std::string>{name}, {false, scratch.path});
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].fault, "");
    ASSERT_FALSE(results[0].measurements.empty());
    for (const Measurement& m : results[0].measurements)
        EXPECT_EQ(m.verdict(), Verdict::pass) << m.quantity << ": " << m.measured << " against " << m.reference;
}

TEST(Cases, NeighboursPass) { expect_pass("neighbours"); }
TEST(Cases, FreeFallPasses) { expect_pass("free_fall"); }
TEST(Cases, MomentumPasses) { expect_pass("momentum"); }
TEST(Cases, SheetPasses) { expect_pass("sheet"); }
TEST(Cases, EllipticalDropPasses) { expect_pass("elliptical_drop"); }
TEST(Cases, FoamFlightPasses) { expect_pass("foam_flight"); }

TEST(Cases, AStoppedCaseIsNotRun) {
    const std::atomic<bool> stop = true;
    lamella::Run run;
    run.stop = &stop;
    CaseResult result;
    EXPECT_THROW(measure_sheet(run, {}, result), Stopped);
}

}  // namespace
}  // namespace lamella
