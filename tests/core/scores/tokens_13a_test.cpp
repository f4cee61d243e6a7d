#include "core/scores/tokens_13a.h"

#include <doctest/doctest.h>

namespace vitrine::tokens_13a_test {

TEST_CASE("punctuation is a word of its own, and so is every symbol of ASCII") {
    CHECK(tokenize_13a("Hello, world!") == "Hello , world !");
    CHECK(tokenize_13a("(a+b)*c=d/e; f: [g] {h}") == "( a + b ) * c = d / e ; f : [ g ] { h }");
    CHECK(tokenize_13a("\"x\" #1 $5 50% a_b a@b c\\d e^f `g` h|i ~j <k>?") ==
          "\" x \" # 1 $ 5 50 % a _ b a @ b c \\ d e ^ f ` g ` h | i ~ j < k > ?");
}

TEST_CASE("an apostrophe stays where it is, and a dash but after a digit") {
    CHECK(tokenize_13a("It wasn't surprising.") == "It wasn't surprising .");
    CHECK(tokenize_13a("l'homme 'quoted'") == "l'homme 'quoted'");
    CHECK(tokenize_13a("well-known - 5-year 2019-2020 a-5") == "well-known - 5 - year 2019 - 2020 a-5");
}

TEST_CASE("a full stop or comma between digits is part of the number, any other is a word") {
    CHECK(tokenize_13a("1,234.5 is 3.14, not .5 or 5.") == "1,234.5 is 3.14 , not . 5 or 5 .");
    CHECK(tokenize_13a("1,a a,1 a,b U.S.A.") == "1 , a a , 1 a , b U . S . A .");
    CHECK(tokenize_13a("a b, c") == "a b , c");
}

// Each rule looks at two characters at a time and uses both up. In a row of stops, one rule finds the stops that the other has
// passed over.
TEST_CASE("in a row of stops each is a word") {
    CHECK(tokenize_13a("wait...") == "wait . . .");
    CHECK(tokenize_13a("wait....") == "wait . . . .");
    CHECK(tokenize_13a("5..6") == "5 . . 6");
    CHECK(tokenize_13a("...5") == ". . . 5");
    CHECK(tokenize_13a("5.,") == "5 . ,");
}

TEST_CASE("entities are what they stand for, one kind after the other") {
    CHECK(tokenize_13a("&quot;Tom &amp; Jerry&quot;") == "\" Tom & Jerry \"");
    CHECK(tokenize_13a("&lt;b&gt;") == "< b >");
    CHECK(tokenize_13a("&amp;lt;") == "<");
    CHECK(tokenize_13a("&amp;quot;") == "& quot ;");  // the quotation marks were looked for before
    CHECK(tokenize_13a("&apos;") == "& apos ;");      // not one of the four
}

TEST_CASE("what was cut at the end of a line is put together") {
    CHECK(tokenize_13a("trans-\nlation of\ntwo <skipped>lines") == "translation of two lines");
    CHECK(tokenize_13a("at the end-\n") == "at the end-");  // white space there is gone before
}

TEST_CASE("what is beyond ASCII stays in its word, and its white space separates") {
    CHECK(tokenize_13a("«\u00a0déjà vu\u00a0», dit-il…") == "« déjà vu » , dit-il…");
    CHECK(tokenize_13a("Größe: 3,5\u202fkm") == "Größe : 3,5 km");
    CHECK(tokenize_13a("été.Non") == "été . Non");
    CHECK(tokenize_13a("\xff.\xfe") == "\xff . \xfe");
}

TEST_CASE("of nothing there are no words") {
    CHECK(tokenize_13a("") == "");
    CHECK(tokenize_13a(" \t\n ") == "");
}

}  // namespace vitrine::tokens_13a_test
