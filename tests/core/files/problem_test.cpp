#include "core/files/problem.h"

#include "tests/core/io/helpers.h"

namespace vitrine::problem_test {
using namespace vitrine::test;

namespace {

std::string said(const std::string& where, const std::string& problem) {
    return error_of([&] { fail(where, problem); });
}

}  // namespace

TEST_CASE("an error is one line of valid UTF-8, whatever it quotes") {
    CHECK(said("a.json", "'b\nc\td' is wrong") == "a.json: 'b c d' is wrong");
    CHECK(said("a.json", "'\x1b[31m' is wrong") == "a.json: '␛[31m' is wrong");
    CHECK(said("a.json", "'\xc2\x85\xe2\x80\xa8x\xe2\x80\xae' is wrong") == "a.json: '<U+0085><U+2028>x<U+202E>' is wrong");
    CHECK(said("a.json", "'\xff\xe2\x82' is wrong") == "a.json: '<FF><E2><82>' is wrong");
    CHECK(said("a.json", "'é…😀' is wrong") == "a.json: 'é…😀' is wrong");
}

TEST_CASE("of a long error the file and what is wrong with it remain") {
    std::string key;
    for (int i = 0; i < 5000; ++i) key += "é";
    const std::string text = said("a.json", "'" + key + "' is not a key");
    CHECK(text.size() < 1000);
    CHECK(text.starts_with("a.json: 'éé"));
    CHECK(text.ends_with("é' is not a key"));
    CHECK(contains(text, "é … é"));
    CHECK(said("a.json", std::string(892, 'x')) == "a.json: " + std::string(892, 'x'));
}

}  // namespace vitrine::problem_test
