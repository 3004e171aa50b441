#include <lamella/core/family.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

struct Linear {
    struct Parameters {
        int slope = 2;
    };
    Linear(const Parameters& p, int x) : value(p.slope * x) {}
    int value;
};

struct Square {
    struct Parameters {};
    Square(const Parameters&, int x) : value(x * x) {}
    int value;
};

using Functions = Family<Linear, Square>;

int value_of(const Functions::Method& method) {
    return std::visit([](const auto& m) { return m.value; }, method);
}

TEST(Family, MakesTheMethodThatTheParametersChoose) {
    EXPECT_EQ(value_of(Functions::make(Linear::Parameters{5}, 3)), 15);
    EXPECT_EQ(value_of(Functions::make(Square::Parameters{}, 3)), 9);
    EXPECT_EQ(value_of(Functions::make({}, 3)), 6);  // the first, with its defaults
}

TEST(Family, GivesEveryAlternativeOnce) {
    const auto all = every_alternative<Functions::Parameters>();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].index(), 0u);
    EXPECT_EQ(all[1].index(), 1u);
}

}  // namespace
}  // namespace lamella
