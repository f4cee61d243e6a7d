#include "core/language/language_file.h"

#include "core/language/derivation.h"
#include "core/language/translations.h"
#include "core/text/split.h"
#include "tests/core/io/helpers.h"

namespace vitrine::language::language_file_test {
using namespace vitrine::test;

namespace {

/// A language of some sentences, such as "the cat does not sleep | le chat ne dort pas".
const std::string small = R"([features]
number singular plural
gender m f
kind animal thing
[spelling target]
vowels a e i o
[contractions target]
de le = du Det
[inflection noun last]
column singular
column plural number=plural singular+s
-
[inflection article first]
column m
column f gender=f,number=singular
column plural number=plural
le~l' la~l' les
[words Noun number gender kind | noun | noun]
cat | chat | m animal
bee | abeille | f animal
table | table | f thing
[words Det number gender | | article]
the | le~l'
[words Verb number]
sleeps | dort | singular
sleep | dorment | plural
[rules S]
3 : NP[kind=animal] Verb | NP Verb
1 : NP[kind=animal] Verb not | NP ne Verb pas
1 : of NP[kind=thing] | de NP
[rules NP number gender kind]
1 : Det Noun | Det Noun
)";

std::string replaced(const std::string& from, const std::string& to) {
    std::string text = small;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The text is refused with these words.
template <class... Parts>
void refuses(const std::string& text, const Parts&... parts) {
    check_error([&] { parse_language(text, "my.txt"); }, "my.txt: ", parts...);
}

std::string translation(const Language& language, std::string_view text) {
    std::vector<Word> words;
    for (const std::string_view word : split_at_spaces(text)) words.push_back(language.spellings[source].ids.at(std::string(word)));
    const auto all = translations(language, words);
    if (all.size() != 1) return std::to_string(all.size());
    std::string result;
    for (const Word word : *all.begin())
        result += (result.empty() ? "" : " ") + language.spellings[target].words[static_cast<std::size_t>(word)];
    return result;
}

}  // namespace

TEST_CASE("a small language writes both sides, with agreement, elision and contraction") {
    const Language language = parse_language(small, "my.txt");
    CHECK(translation(language, "the cat sleeps") == "le chat dort");
    CHECK(translation(language, "the cats sleep not") == "les chats ne dorment pas");
    CHECK(translation(language, "the bee sleeps") == "l' abeille dort");
    CHECK(translation(language, "of the table") == "de la table");
    CHECK(translation(language, "of the tables") == "de les tables");  // only du is said to be one word
    CHECK(translation(language, "the cat sleep") == "0");
}

TEST_CASE("drawn sentences are those of the language, and their words are aligned") {
    const Language language = parse_language(small, "my.txt");
    Random random(3);
    Derivation derivation;
    Text text;
    for (int i = 0; i < 200; ++i) {
        derivation.draw(language, random);
        derivation.write(language, random, text);
        const auto all = translations(language, text.source);
        CHECK(all == std::set{text.target});
        CHECK(text.alignment.size() >= text.target.size());
    }
}

TEST_CASE("an error names the file and the line") {
    refuses("cat | chat", "line 1: ", "stands before the first heading");
    refuses(replaced("[rules S]", "[rules S"), "line 27: ", "a heading ends with ']'");
    refuses(replaced("[rules S]", "[laws S]"), "there are no sections 'laws'");
    refuses(replaced("m animal", "m animals"), "line 19: ", "no feature with the value 'animals'");
    refuses(replaced("cat | chat | m animal", "cat"), "line 19: ", "'word | word | features'");
    refuses(replaced("| noun | noun]", "| noun | nouns]"), "line 18: ", "no inflection 'nouns'");
    refuses(replaced("the | le~l'", "the | un"), "line 23: ", "no row of its table fits 'un'");
    refuses(replaced("3 : NP", "3 : Np"), "line 28: ", "there is no symbol 'Np'");
    refuses(replaced("3 : NP", "x : NP"), "line 28: ", "'x' is no condition");
    refuses(replaced("3 : NP", "0 : NP"), "line 28: ", "'0' is no weight");
    refuses(replaced("3 : NP[kind=animal] Verb |", "3 : NP[kind=animal] Verb"), "line 28: ", "a rule has two sides");
    refuses(replaced("kind=animal", "kind=m"), "line 28: ", "'m' is neither a value nor a feature");
    refuses(replaced("kind=animal", "colour=m"), "line 28: ", "'colour=m' is no feature of 'NP'");
    refuses(replaced("de le = du", "de le du"), "line 8: ", "'one other = result'");
}

TEST_CASE("what can never be drawn is refused: unused words and symbols, and what never ends") {
    refuses(replaced("1 : of NP[kind=thing] | de NP\n", ""), "line 21: ", "no rule can ask for 'table'");
    refuses(replaced("[rules NP", "[words Spare]\nso | si\n[rules NP"), "line 31: ", "no rule uses the symbol 'Spare'");
    refuses(replaced("1 : Det Noun | Det Noun", "1 : Det Noun NP | Det Noun NP"), "line 27: ", "'S' never comes to an end");
}

}  // namespace vitrine::language::language_file_test
