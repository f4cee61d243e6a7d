/// The entry of an open list to which typing leads.

#include "app/actions/list_typing.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/counted.h"

namespace vitrine::list_typing_test {

namespace {

const std::vector<std::string> tasks{"copy", "reverse", "Sort", "copy twice", "chains", "élève", "digits"};

/// The title to which typing a text leads from another one; empty if it leads nowhere.
std::string from(const char* ringed, std::string_view typed) {
    const auto here = std::ranges::find(tasks, ringed);
    const auto place = here == tasks.end() ? std::nullopt : std::optional(static_cast<std::size_t>(here - tasks.begin()));
    const auto found = title_beginning_with(tasks, typed, place);
    return found ? tasks[*found] : "";
}

}  // namespace

TEST_CASE("typing leads to the first title that begins with it, whatever the case of the letters") {
    CHECK(from("", "r") == "reverse");
    CHECK(from("", "SO") == "Sort");
    CHECK(from("", "copy t") == "copy twice");
    CHECK(from("", "é") == "élève");
    CHECK(from("", "opy").empty());
    CHECK(from("", "copy three times").empty());
    CHECK(from("", "").empty());
    CHECK_FALSE(title_beginning_with({}, "a", std::nullopt));
}

TEST_CASE("a further character keeps the entry, while that still begins so") {
    CHECK(from("copy twice", "cop") == "copy twice");
    CHECK(from("copy", "ch") == "chains");
}

TEST_CASE("one character, also repeated, goes round through all that begin with it") {
    CHECK(from("copy", "c") == "copy twice");
    CHECK(from("copy twice", "cc") == "chains");
    CHECK(from("chains", "ccc") == "copy");
    CHECK(from("digits", "dd") == "digits");
    CHECK(from("élève", "éé") == "élève");
    const std::vector<std::string> aa{"a", "aa"};
    CHECK(title_beginning_with(aa, "aa", 0) == 1);  // the only one that begins with "aa"
}

TEST_CASE("a text goes on for a second, as long as the entry it led to has the ring") {
    const ListTyping earlier{"re", "task/reverse", 10};
    CHECK(typed_in_list(earlier, "v", "task/reverse", 10.9) == "rev");
    CHECK(typed_in_list(earlier, "v", "task/reverse", 11.1) == "v");
    CHECK(typed_in_list(earlier, "v", "task/sort", 10.1) == "v");
    CHECK(typed_in_list({}, "v", "", 0) == "v");
}

TEST_CASE("every title of a list is reached by typing it whole") {
    const tests::Counted checks(8);
    for (std::size_t here = 0; here < tasks.size(); ++here) {
        for (std::size_t wanted = 0; wanted < tasks.size(); ++wanted) {
            const auto found = title_beginning_with(tasks, tasks[wanted], here);
            REQUIRE(found);
            CHECK(tasks[*found].starts_with(tasks[wanted]));
        }
    }
}

}  // namespace vitrine::list_typing_test
