#include "fixtures.hpp"

#include <set>

namespace lamella {
namespace {

std::vector<std::string> selected(const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const ValidationCase& c : select_cases(names)) found.emplace_back(c.name);
    return found;
}

using Names = std::vector<std::string>;

TEST(SelectCases, ByNameByFamilyOrAll) {
    EXPECT_EQ(selected({}).size(), validation_cases().size());
    EXPECT_EQ(selected({"core"}), Names{"neighbours"});
    const Names sph = selected({"sph"});
    ASSERT_GE(sph.size(), 2u);
    EXPECT_EQ(Names(sph.begin(), sph.begin() + 2), (Names{"free_fall", "hydrostatic"}));
    EXPECT_EQ(selected({"hydrostatic", "sph", "free_fall"}), sph);
    EXPECT_EQ(selected({"sheet", "free_fall"}), (Names{"free_fall", "sheet"}));
}

TEST(SelectCases, NamesAndFamiliesAreDistinct) {
    std::set<std::string> names, families;
    for (const ValidationCase& c : validation_cases()) {
        EXPECT_TRUE(names.insert(c.name).second) << c.name;
        families.insert(c.family);
    }
    for (const std::string& family : families) EXPECT_FALSE(names.contains(family)) << family;
}

TEST(SelectCases, AnUnknownNameIsTheUsersErrorWithASuggestion) {
    try {
        select_cases(Names{"hydrostatc"});
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "'hydrostatc' is not a validation case or family (did you mean 'hydrostatic'?)");
    }
    try {
        select_cases(Names{"core", "zzzzzzzz"});
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("allowed are 'core', 'neighbours', 'sph'"), std::string::npos);
    }
}

}  // namespace
}  // namespace lamella
