#include "core/language/inflection.h"

#include "tests/core/io/helpers.h"

namespace vitrine::language::inflection_test {
using namespace vitrine::test;

namespace {

using Words = std::vector<std::string>;

/// Nouns with regular endings, an irregular word and a column that is made from another.
Inflection nouns(Inflection::Inflected place) {
    Inflection table(place);
    table.add_column({"singular", "", 0, ""});
    table.add_column({"plural", "number=plural", 0, "s"});
    table.add_row({"-"});
    table.add_row({"-y", "-ies"});
    table.add_row({"-ey", "-eys"});
    table.add_row({"child", "children"});
    return table;
}

}  // namespace

TEST_CASE("of the endings that fit the longest counts, and a whole word more than any") {
    const Inflection table = nouns(Inflection::Inflected::last_word);
    CHECK(table.forms("cat") == Words{"cat", "cats"});
    CHECK(table.forms("story") == Words{"story", "stories"});
    CHECK(table.forms("key") == Words{"key", "keys"});
    CHECK(table.forms("child") == Words{"child", "children"});
    CHECK(table.forms("grandchild") == Words{"grandchild", "grandchilds"});
}

TEST_CASE("of several words the first or the last one is inflected, and a mark stays before it") {
    CHECK(nouns(Inflection::Inflected::last_word).forms("ice story") == Words{"ice story", "ice stories"});
    CHECK(nouns(Inflection::Inflected::first_word).forms("story of ice") == Words{"story of ice", "stories of ice"});
    CHECK(nouns(Inflection::Inflected::first_word).forms("*hour") == Words{"*hour", "*hours"});
}

TEST_CASE("rows that do not fit their table are refused, and words without a row") {
    Inflection table(Inflection::Inflected::first_word);
    table.add_column({"base", "", 0, ""});
    table.add_column({"past", "tense=past", 1, ""});
    check_error([&] { table.add_row({"go"}); }, "no cell for the column 'past'");
    check_error([&] { table.add_row({"go", "went", "gone"}); }, "more cells than there are columns");
    check_error([&] { table.add_column({"past", "tense=past", 1, ""}); }, "'past' is there twice");
    check_error([&] { table.forms("go"); }, "no row of its table fits 'go'");
}

}  // namespace vitrine::language::inflection_test
