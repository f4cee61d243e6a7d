/// The rule that finds tests which may check nothing, held against tests of which it is plain to see.

#include "tests/levels/checks.h"

#include <doctest/doctest.h>

namespace vitrine::levels {

namespace {

/// Whether a test with this body may check nothing. `before`: what stands above it in its file.
bool may_check_nothing(const std::string& body, const std::string& before = "") {
    return !tests_that_may_check_nothing("some_test.cpp", before + "TEST_CASE(\"it is so\") {" + body + "}\n", {"check_same"})
                .empty();
}

}  // namespace

TEST_CASE("a check that stands by itself, or in a loop that is entered, is made") {
    for (const char* body : {
             "CHECK(a);",
             "if (a) CHECK(b); REQUIRE(c);",
             "for (int i = 0; i < 20; ++i) { f(); CHECK(a); }",
             "for (const char* name : {\"a\", \"b\"}) CHECK(f(name));",
             "constexpr int sizes[] = {1, 2}; for (const int size : sizes) CHECK(size);",
             "for_each([](int a) { CHECK(a); });",
             "check_same(a, b);",
             "const auto refused = [](int a) { CHECK(a); }; refused(1);",
             "const auto compare = [](int a) { CHECK(a); }; visit(compare, a);",
             "SUBCASE(\"one\") { CHECK(a); }",
             "if (a) { CHECK(b); } const int count = 1'000; CHECK_THROWS_AS(f(count), Error);",
             "try { f(); } catch (const Error&) { } CHECK(a);",
         }) {
        CAPTURE(body);
        CHECK_FALSE(may_check_nothing(body));
    }
    CHECK_FALSE(may_check_nothing("holds(3);", "void holds(int a) { if (a) CHECK(a); }\n"));
}

TEST_CASE("a check behind a condition, or in a loop that may be empty, may never be made") {
    for (const char* body : {
             "",
             "f();",
             "if (a) CHECK(b);",
             "if (a) { for (int i = 0; i < 3; ++i) CHECK(b); }",
             "for (const auto& one : all) CHECK(one);",
             "for (int i = 0; i < count; ++i) CHECK(i);",
             "while (next()) CHECK(a);",
             "for (int i = 0; i < 20; ++i) { if (a) continue; CHECK(b); }",
             "if (!open()) return; CHECK(a);",
             "for_each([](int a) { if (!a) return; CHECK(a); });",
             "// CHECK(a);\n f(\"CHECK(a)\");",
             "const auto compare = [](int a) { CHECK(a); }; f();",
             "for (const int a : {}) CHECK(a);",
         }) {
        CAPTURE(body);
        CHECK(may_check_nothing(body));
        CHECK_FALSE(may_check_nothing("const tests::Counted checks(2); " + std::string(body)));
    }
}

TEST_CASE("a test that may check nothing is named with its line") {
    const std::string text = "/// A test.\n\nTEST_CASE(\"one\") { CHECK(a); }\nTEST_CASE(\"two\") { if (a) CHECK(b); }\n";
    CHECK(tests_that_may_check_nothing("a_test.cpp", text, {}) == std::vector<std::string>{"a_test.cpp:4: \"two\""});
    CHECK(test_count(text) == 2);
}

}  // namespace vitrine::levels
