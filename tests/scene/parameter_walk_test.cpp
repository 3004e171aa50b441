#include "messages.hpp"

#include <lamella/scene/parameter_check.hpp>
#include <lamella/scene/parameter_walk.hpp>

#include <gtest/gtest.h>

namespace lamella {

enum class Colour { red, green };
template <>
inline constexpr auto enum_words<Colour> = std::array{"red", "green"};

namespace {

struct Plain {
    static constexpr const char* name = "plain";
    static constexpr const char* sentence = "needs nothing";
    Real weight = 0.1f;
    static constexpr auto fields() {
        return field_list(Field{"weight", &Plain::weight, "kg", above(0, 0.1), "its weight"});
    }
};
struct Needy {
    static constexpr const char* name = "needy";
    static constexpr const char* sentence = "needs a count";
    int count = 0;
    static constexpr auto fields() {
        return field_list(Field{"count", &Needy::count, "1", range(2, 5), "how many"}.required());
    }
};
using Kind = std::variant<Plain, Needy>;

struct Merged {
    Kind kind;
    bool on = true;
    static constexpr auto fields() {
        return field_list(Field{"", &Merged::kind, "", any_value(), "the kind"},
                          Field{"on", &Merged::on, "", any_value(), "whether it is on"});
    }
};
struct All {
    Kind kind = Plain{0.05f};
    std::vector<Merged> list;
    std::optional<Vec3> where;
    std::array<bool, 2> flags{};
    std::string text = "t";
    double wide = 0.1;
    Colour colour = Colour::green;
    static constexpr auto fields() {
        return field_list(Field{"kind", &All::kind, "", any_value(), "a choice"},
                          Field{"list", &All::list, "", range(0, 2), "a list"},
                          Field{"where", &All::where, "m", range(-1, 1), "a point"},
                          Field{"flags", &All::flags, "", any_value(), "two flags"},
                          Field{"text", &All::text, "", range(1, 3), "a text"},
                          Field{"wide", &All::wide, "s", at_least(0), "a double"},
                          Field{"colour", &All::colour, "", any_value(), "a word"});
    }
};

All read(const std::string& text) {
    const JsonValue json = parse_json(text, "f");
    check_parameters(json, *walk::type_of(All{}), "f", "the test");
    All all;
    walk::assign(json, all);
    return all;
}
std::string fault(const std::string& text) {
    return message_of([&] { read(text); });
}

TEST(ParameterWalk, ReadsEveryKind) {
    const All all = read(R"({"kind": {"type": "needy", "count": 3}, "list": ["plain", {"type": "plain", "on": false}],
        "where": [0.5, -1, 0], "flags": [false, true], "text": "abc", "wide": 1e-300, "colour": "red"})");
    EXPECT_EQ(std::get<Needy>(all.kind).count, 3);
    ASSERT_EQ(all.list.size(), 2u);
    EXPECT_TRUE(all.list[0].on);
    EXPECT_FALSE(all.list[1].on);
    EXPECT_EQ(*all.where, Vec3(0.5f, -1.0f, 0.0f));
    EXPECT_TRUE(all.flags[1]);
    EXPECT_EQ(all.text, "abc");
    EXPECT_EQ(all.wide, 1e-300);
    EXPECT_EQ(all.colour, Colour::red);
}

TEST(ParameterWalk, KeepsDefaultsOfWhatIsAbsent) {
    const All all = read("{\"where\": null}");
    EXPECT_EQ(std::get<Plain>(all.kind).weight, 0.05f);
    EXPECT_FALSE(all.where);
    EXPECT_EQ(all.colour, Colour::green);
    EXPECT_EQ(std::get<Plain>(read(R"({"kind": "plain"})").kind).weight, 0.05f);
    EXPECT_EQ(std::get<Plain>(read(R"({"kind": {"weight": 0.1}})").kind).weight, 0.1f);
}

TEST(ParameterWalk, WritesWhatReadsBackTheSame) {
    const All all =
        read(R"({"list": [{"type": "needy", "count": 4}], "where": [0.1, 0.7, 1e-9], "wide": 0.30000000000000004})");
    const std::string text = json_text(walk::to_json(all));
    EXPECT_EQ(text, json_text(walk::to_json(read(text))));
    EXPECT_NE(text.find("[0.1, 0.7, 1e-09]"), std::string::npos);
    EXPECT_NE(text.find("0.30000000000000004"), std::string::npos);
}

TEST(ParameterWalk, NamesFaults) {
    EXPECT_EQ(fault("[]"), "f:1:1: the test is a list of 0 values, but must be an object");
    EXPECT_EQ(fault("{\"knid\": 1}"), "f:1:2: 'knid' is not a parameter of the test (did you mean 'kind'?)");
    EXPECT_EQ(fault("{\"zzzzzz\": 1}"),
              "f:1:2: 'zzzzzz' is not a parameter of the test; allowed are 'kind', 'list', 'where', 'flags', 'text', "
              "'wide', 'colour'");
    EXPECT_EQ(fault("{\"kind\": \"needy\"}"), "f:1:10: 'kind' has no 'count' (how many)");
    EXPECT_EQ(fault("{\"kind\": \"nedy\"}"), "f:1:10: 'kind' has the unknown type \"nedy\" (did you mean 'needy'?)");
    EXPECT_EQ(fault("{\"kind\": {\"type\": 3}}"),
              "f:1:19: 'kind' has the unknown type 3; allowed are 'plain', 'needy'");
    EXPECT_EQ(fault("{\"kind\": 3}"),
              "f:1:10: 'kind' is 3, but must be an object with a \"type\", or the word of a type");
    EXPECT_EQ(fault("{\"kind\": {\"type\": \"needy\", \"count\": 6}}"),
              "f:1:37: 'kind.count' is 6, but must be a whole number from 2 to 5");
    EXPECT_EQ(fault("{\"kind\": {\"weight\": 0}}"),
              "f:1:21: 'kind.weight' is 0, but must be a number above 0 and at most 0.1 (unit: kg)");
    EXPECT_EQ(fault("{\"kind\": {\"weight\": 1e-60}}"),
              "f:1:21: 'kind.weight' is 1e-60, but must be a number above 0 and at most 0.1 (unit: kg)");
    EXPECT_EQ(fault("{\"kind\": {\"type\": \"plain\", \"count\": 2}}"),
              "f:1:28: 'count' is not a parameter of plain, but of needy");
    EXPECT_EQ(fault("{\"list\": [{\"on\": true}]}"), "f:1:11: 'list[0]' has no 'type'; allowed are 'plain', 'needy'");
    EXPECT_EQ(fault("{\"list\": [\"plain\", \"plain\", \"plain\"]}"),
              "f:1:10: 'list' is a list of 3 values, but must be a list whose length is from 0 to 2");
    EXPECT_EQ(fault("{\"where\": [0, 2, 0]}"), "f:1:15: 'where[1]' is 2, but must be a number from -1 to 1 (unit: m)");
    EXPECT_EQ(fault("{\"flags\": [true]}"),
              "f:1:11: 'flags' is a list of 1 values, but must be a list of 2 true/false values");
    EXPECT_EQ(fault("{\"text\": \"\"}"), "f:1:10: 'text' is \"\", but must be a string whose length is from 1 to 3");
    EXPECT_EQ(fault("{\"wide\": null}"), "f:1:10: 'wide' is null, but must be a number at least 0 (unit: s)");
    EXPECT_EQ(fault("{\"colour\": \"blue\"}"), "f:1:12: 'colour' is \"blue\", but must be one of \"red\", \"green\"");
}

struct WithFiles {
    std::optional<InputFile> one;
    std::optional<std::vector<InputFile>> several;
    static constexpr auto fields() {
        return field_list(Field{"one", &WithFiles::one, "", any_value(), "a file"},
                          Field{"several", &WithFiles::several, "", any_value(), "files"});
    }
};

TEST(ParameterWalk, FindsFilesOfConstantValues) {
    const WithFiles value{"a.png", std::vector<InputFile>{"b.png", "c.png"}};
    std::string names;
    walk::for_each_file(value, [&](const InputFile& file) { names += file.name; });
    EXPECT_EQ(names, "a.pngb.pngc.png");
    const WithFiles none;
    walk::for_each_file(none, [&](const InputFile&) { FAIL(); });
}

}  // namespace
}  // namespace lamella
