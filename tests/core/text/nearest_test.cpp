#include "core/text/nearest.h"

#include <doctest/doctest.h>

namespace vitrine::nearest_test {

TEST_CASE("the names nearest to a misspelt one come first") {
    const std::vector<std::string> names{"transport/play", "transport/next", "outline/src.sum", "top/theme"};
    CHECK(nearest("transport/nxt", names).front() == "transport/next");
    CHECK(nearest("outline/src.summ", names, 1) == std::vector<std::string>{"outline/src.sum"});
    CHECK(nearest("top/tehme", names, 2).front() == "top/theme");
}

TEST_CASE("letters that are swapped are one mistake") {
    CHECK(edit_distance("d_modle", "d_model") == 1);
    CHECK(edit_distance("ab", "ba") == 1);
    CHECK(edit_distance("abc", "acb") == 1);
    CHECK(edit_distance("ca", "abc") == 3);  // none is changed twice
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
}

TEST_CASE("a name counts once, however often it stands there") {
    CHECK(nearest("note", {"note", "note", "node"}) == std::vector<std::string>{"note", "node"});
}

TEST_CASE("the question lists what there is, and nothing where there is nothing") {
    CHECK(did_you_mean("a", {}).empty());
    CHECK(did_you_mean("ab", {"abc"}) == "; did you mean 'abc'?");
    CHECK(did_you_mean("ab", {"abc", "abcd"}) == "; did you mean 'abc' or 'abcd'?");
    CHECK(did_you_mean("ab", {"abc", "abcd", "abcde", "x"}) == "; did you mean 'abc', 'abcd' or 'abcde'?");
}

}  // namespace vitrine::nearest_test
