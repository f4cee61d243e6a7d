#include "core/files/json_text.h"

#include <nlohmann/json.hpp>

#include "tests/core/io/helpers.h"

namespace vitrine::json_text_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

std::string nested(int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']');
}

}  // namespace

TEST_CASE("a text gives the value that it writes") {
    for (const char* text : {"null", "true", "-3", "18446744073709551615", "1.5e-3", R"("a\u00e9\n")", "[]", "{}",
                             R"([1, [2, {"a": [3]}], {}])", R"({"b": {"c": [], "d": {"e": null}}, "a": [{"f": "g"}, false]})"})
        CHECK(parse_json(text, "x") == Json::parse(text));
}

TEST_CASE("what is no JSON is named by its place") {
    check_error([] { parse_json(" \n", "x"); }, "x: empty, JSON is expected");
    check_error([] { parse_json("{\"a\": [1,\n 2,,]}", "x"); }, "x: malformed JSON, line 2, column 4");
    check_error([] { parse_json("[\"1e999\",\n2,\n1e999]", "x"); }, "x: malformed JSON, line 3, number overflow parsing '1e999'");
    check_error([] { parse_json("[1] 2", "x"); }, "x: malformed JSON");
}

TEST_CASE("a key that is there twice in an object is refused, and not one that is in two") {
    check_error([] { parse_json(R"({"a": {"b": 1, "c": 2, "b": 3}})", "x"); }, "x: 'b' is there twice");
    CHECK(parse_json(R"({"a": {"b": 1}, "b": {"a": {"b": 2}}})", "x")["b"]["a"]["b"] == 2);
}

TEST_CASE("nesting has an end") {
    CHECK(parse_json(nested(64), "x").is_array());
    check_error([] { parse_json(nested(65), "x"); }, "x: nested more than 64 levels deep");
    check_error([] { parse_json(std::string(10'000'000, '['), "x"); }, "nested more than 64 levels deep");
}

// Going through the whole outer object at the end of each inner one would take longer than a day.
TEST_CASE("an object of half a million objects is read as fast as they come") {
    constexpr int many = 500'000;
    std::string text = "{";
    for (int i = 0; i < many; ++i) text += (i ? ",\"" : "\"") + std::to_string(i) + "\":{}";
    CHECK(parse_json(text + '}', "x").size() == many);
}

}  // namespace vitrine::json_text_test
