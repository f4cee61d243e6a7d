#include "app/link/notation.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/tensor/error.h"
#include "core/tensor/random.h"

namespace vitrine::notation_test {

namespace {

using Json = nlohmann::ordered_json;

std::string refusal(const std::string& text) {
    try {
        read_value(text, "the value");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// Random JSON with texts that look like other values.
Json any_value(Random& random, int depth) {
    static const char* texts[] = {"",   "a",  "1",    "-0.5", "true", "null", "(", "a,b", "a:b",
                                  "\"", "\\", "\\\"", "été",  " ",    "1e5",  "-", "nan"};
    switch (random.below(depth > 3 ? 4 : 6)) {
        case 0:
            return static_cast<std::int64_t>(random.below(1000)) - 500;
        case 1:
            return random.uniform() * 1e-3;
        case 2:
            return texts[random.below(std::size(texts))];
        case 3:
            return random.below(2) == 0 ? Json(true) : Json();
        case 4: {
            Json list = Json::array();
            for (std::size_t i = random.below(4); i > 0; --i) list.push_back(any_value(random, depth + 1));
            return list;
        }
        default: {
            Json object = Json::object();
            for (std::size_t i = random.below(4); i > 0; --i)
                object[texts[random.below(std::size(texts))]] = any_value(random, depth + 1);
            return object;
        }
    }
}

}  // namespace

TEST_CASE("a value in a link is read as it was written, whatever its texts look like") {
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        const Json value = any_value(random, 0);
        const std::string text = written(value);
        CAPTURE(value.dump());
        CAPTURE(text);
        CHECK(read_value(text, "the value") == value);
        CHECK(from_address(in_address(text), "the value") == text);
    }
}

TEST_CASE("values are written as people would") {
    CHECK(written({0, 3, 1}) == "(0,3,1)");
    CHECK(written(Json{{"attention", "encoder.layers.0.self_attn"}, {"head", 1}}) ==
          "(attention:encoder.layers.0.self_attn,head:1)");
    CHECK(written(Json("12")) == "\"12\"");
    CHECK(written(Json::array()) == "()");
    CHECK(written(Json::object()) == "(:)");
    CHECK(in_address("<bos> I am") == "%3Cbos%3E+I+am");
    CHECK(in_address("é") == "%C3%A9");  // Unicode 15.0, UTF-8 of U+00E9
    CHECK(in_address("a&b=c%#+") == "a%26b%3Dc%25%23%2B");
}

TEST_CASE("what is no value is refused in a line") {
    CHECK(refusal("(1,2") == "the value cannot be read: after 4 bytes it ends too early");
    CHECK(refusal("(1,)") == "the value cannot be read: after 3 bytes ')' cannot stand there");
    CHECK(refusal("a)") == "the value cannot be read: after 1 bytes ')' cannot stand there");
    CHECK(refusal("\"a") == "the value has an unmatched quotation mark");
    CHECK(refusal("(a:1,a:2)") == "the value has 'a' twice");
    CHECK(refusal(std::string(40, '(')) == "the value is nested more than 16 levels deep");
    CHECK(refusal("") != "");
    CHECK_THROWS_WITH_AS(from_address("%4", "the value"), "the value has a % that no two digits follow", Error);
    CHECK_THROWS_WITH_AS(from_address("%C3", "the value"), "the value is no valid UTF-8", Error);
}

}  // namespace vitrine::notation_test
