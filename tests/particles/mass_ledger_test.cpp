#include <lamella/particles/mass_ledger.hpp>

#include <gtest/gtest.h>

#include <map>

namespace lamella {
namespace {

std::map<Index, Index> roots_of(const MassLedger& ledger, Index child) {
    std::map<Index, Index> units;
    for (const MassPart& part : ledger.parts_of(child)) units[part.root] += part.units;
    return units;
}

TEST(MassLedger, JoinsPartsOfARootAndTakesFromAllAlike) {
    MassLedger ledger;
    ledger.add(10, {{0, 3, 600}, {0, 1, 100}, {0, 3, 300}, {0, 2, 0}});
    EXPECT_EQ(roots_of(ledger, 10), (std::map<Index, Index>{{1, 100}, {3, 900}}));
    EXPECT_EQ(ledger.parts().size(), 2u);

    ledger.add(11, ledger.take(10, 333));
    EXPECT_EQ(roots_of(ledger, 11), (std::map<Index, Index>{{1, 34}, {3, 299}}));
    EXPECT_EQ(roots_of(ledger, 10), (std::map<Index, Index>{{1, 66}, {3, 601}}));
}

TEST(MassLedger, TakesEverythingAndLargeMassesExactly) {
    MassLedger ledger;
    const Index large = 2'000'000'000;
    ledger.add(1, {{0, 7, large}, {0, 8, 5}});
    ledger.add(2, ledger.take(1, large));
    EXPECT_EQ(roots_of(ledger, 1)[7] + roots_of(ledger, 2)[7], large);
    EXPECT_EQ(roots_of(ledger, 2)[7] + roots_of(ledger, 2)[8], large);
    EXPECT_EQ(roots_of(ledger, 1)[8] + roots_of(ledger, 2)[8], 5);
}

TEST(MassLedger, ForgetsChildrenThatAreGone) {
    MassLedger ledger;
    for (Index child = 10; child < 20; ++child) ledger.add(child, {{0, 1, child}, {0, 2, child}});
    ledger.keep(std::vector<Index>{3, 11, 12, 19, 40});
    EXPECT_EQ(ledger.parts().size(), 6u);
    EXPECT_TRUE(ledger.parts_of(13).empty());
    EXPECT_EQ(roots_of(ledger, 19), (std::map<Index, Index>{{1, 19}, {2, 19}}));
}

}  // namespace
}  // namespace lamella
