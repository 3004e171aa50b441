#include "messages.hpp"

#include <gtest/gtest.h>

namespace lamella {
namespace {

std::string json_message(const std::string& text) {
    return message_of([&] { parse_json(text, "f"); });
}

TEST(Json, ReadsEveryKindOfValue) {
    const JsonValue v = parse_json(R"({"a": null, "b": true, "c": -1.5e2, "d": "x", "e": [1, [], {}]})", "f");
    EXPECT_TRUE(v.find("a")->value.is_null());
    EXPECT_TRUE(*v.find("b")->value.boolean());
    EXPECT_EQ(*v.find("c")->value.number(), -150.0);
    EXPECT_EQ(*v.find("d")->value.text(), "x");
    ASSERT_EQ(v.find("e")->value.array()->size(), 3u);
    EXPECT_EQ(v.find("z"), nullptr);
}

TEST(Json, KeepsThePlaceOfValuesAndKeys) {
    const JsonValue v = parse_json("\xEF\xBB\xBF// first\n{\n  \"\xC3\xA4\": /* two\nlines */ [1,\n 22]}\n", "f");
    const JsonMember* member = v.find("\xC3\xA4");
    EXPECT_EQ(v.place.line, 2);
    EXPECT_EQ(member->place.column, 3);
    EXPECT_EQ(member->value.place.line, 4);
    EXPECT_EQ(member->value.place.column, 10);
    EXPECT_EQ((*member->value.array())[1].place.line, 5);
    EXPECT_EQ((*member->value.array())[1].place.column, 2);
}

TEST(Json, CountsColumnsInCharacters) {
    EXPECT_EQ(json_message("[\"\xE2\x82\xAC\xF0\x9F\x98\x80\", x]"), "f:1:8: found 'x' where a value belongs");
}

TEST(Json, ReadsEscapes) {
    const JsonValue v = parse_json(R"("\"\\\/\b\f\n\r\tA\u00e4\u20AC\ud83d\uDE00")", "f");
    EXPECT_EQ(*v.text(), "\"\\/\b\f\n\r\tA\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(Json, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(json_message(""), "f:1:1: found the end of the text where a value belongs");
    EXPECT_EQ(json_message("{\"a\": 1,\n}"), "f:2:1: found '}' after ','; the last element has no comma");
    EXPECT_EQ(json_message("[1 2]"), "f:1:4: found '2' where ',' or ']' belongs");
    EXPECT_EQ(json_message("{a: 1}"), "f:1:2: found 'a' where a key in quotes belongs");
    EXPECT_EQ(json_message("{\"a\" 1}"), "f:1:6: found '1' where ':' belongs");
    EXPECT_EQ(json_message("{\"a\": 1, \"b\": 2, \"a\": 3}"),
              "f:1:18: the key \"a\" stands twice (first in line 1, column 2)");
    EXPECT_EQ(json_message("[true] x"), "f:1:8: found 'x' after the end of the value");
    EXPECT_EQ(json_message("[tru]"), "f:1:2: found 'tru' where a value belongs");
    EXPECT_EQ(json_message("[\n /* no end"), "f:2:2: this comment has no end ('*/' is missing)");
    EXPECT_EQ(json_message("[\"no end\n\"]"), "f:1:2: this string has no end ('\"' is missing)");
    EXPECT_EQ(json_message("[/ 1]"), "f:1:2: found '/' where a value belongs");
}

TEST(Json, RefusesWhatIsNoJsonNumber) {
    for (const char* text : {"01", "1.", ".5", "-", "1e", "1e+", "0x10", "1_000", "--1", "1.5.2", "+1", "NaN", "inf"}) {
        EXPECT_NE(json_message(text), "") << text;
    }
    EXPECT_EQ(json_message("[1e999]"), "f:1:2: the number 1e999 is outside the range of numbers (2e-308 to 1e308)");
    EXPECT_NE(json_message("1e-999"), "");
    EXPECT_NE(json_message(std::string(1000000, '9')), "");
}

TEST(Json, RefusesBadStrings) {
    EXPECT_EQ(json_message("\"\xFF\""), "f:1:2: found the byte 0xff, which is not valid UTF-8");
    for (const char* bad : {"\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xE2\x82\"", "\"\xC3"}) {
        EXPECT_NE(json_message(bad), "") << bad;
    }
    EXPECT_EQ(json_message("\"\\ud83d\""), "f:1:2: this \\u escape is half of a pair of surrogates");
    EXPECT_NE(json_message("\"\\udc00\\ud800\""), "");
    EXPECT_EQ(json_message("\"\\u00g0\""), "f:1:2: \\u needs four hexadecimal digits");
    EXPECT_EQ(json_message("\"a\\u0000\""), "f:1:3: the character \\u0000 is not allowed");
    EXPECT_NE(json_message("\"\\x\""), "");
    EXPECT_NE(json_message("\"\\"), "");
    EXPECT_NE(json_message("\"\\u12"), "");
    EXPECT_EQ(json_message("\"a\tb\""), "f:1:3: found the byte 0x09 inside a string; write it as \\u00xx");
    EXPECT_NE(json_message(std::string("[\0]", 3)), "");
}

TEST(Json, HoldsItsLimits) {
    EXPECT_EQ(json_message(std::string(64, '[') + std::string(64, ']')), "");
    EXPECT_EQ(json_message(std::string(65, '[') + std::string(65, ']')),
              "f:1:65: lists and objects are nested deeper than 64 levels");
    EXPECT_NE(json_message(std::string(10'000'000, '[')), "");
    std::string many = "[0";
    for (int i = 0; i < 1'000'000; ++i) many += ",0";
    EXPECT_NE(json_message(many + "]").find("more than 1,000,000 values"), std::string::npos);
    EXPECT_EQ(json_message(std::string((64u << 20) + 1, ' ')), "f:1:1: the text is larger than 64 MB");
}

TEST(Json, FindsDuplicatesAmongManyKeys) {
    std::string text = "{";
    for (int i = 0; i < 200'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
    EXPECT_EQ(json_message(text + "\"7\":0}").find("the key \"7\" stands twice"), std::string("f:1:1888892: ").size());
}

TEST(Json, WritesWhatItReads) {
    const char* text =
        "{\n  \"a\": [1, 0.1, -2e-07, 1e+300],\n  \"b\": [\n    [],\n    {}\n  ],\n  \"c\\n\": \"\\\"\"\n}\n";
    const std::string once = json_text(parse_json(text, "f"));
    EXPECT_EQ(once, json_text(parse_json(once, "f")));
    EXPECT_EQ(once.substr(0, 38), std::string(text).substr(0, 38));
}

}  // namespace
}  // namespace lamella
