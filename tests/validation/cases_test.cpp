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

}  // namespace
}  // namespace lamella
