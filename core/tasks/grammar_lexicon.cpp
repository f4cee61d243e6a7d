#include <algorithm>
#include <sstream>

#include "core/tasks/grammar_inflection.h"
#include "core/tasks/grammar_tables.h"

namespace vitrine::grammar {

namespace {

using Forms = std::vector<std::string>;

/// "mouse/mice" → {"mouse", "mice"}.
Forms split(const std::string& text, char separator) {
    Forms parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

/// Turns rows of text into entries of ids.
class Builder {
public:
    explicit Builder(Lexicon& lexicon) : lexicon_(lexicon) {}

    Word english(const std::string& word) { return word == "-" ? no_word : lexicon_.english.add(word); }
    Word french(const std::string& word) { return word == "-" ? no_word : lexicon_.french.add(word); }

    std::array<Word, 4> english_forms(const std::array<const char*, 4>& words) {
        return {english(words[0]), english(words[1]), english(words[2]), english(words[3])};
    }
    std::array<Word, 4> french_forms(const std::array<std::string, 4>& words) {
        return {french(words[0]), french(words[1]), french(words[2]), french(words[3])};
    }

    Noun noun(const NounRow& row) {
        const Forms e = split(row.english, '/'), f = split(row.french, '/');
        return {{english(e[0]), english(e.size() > 1 ? e[1] : english_with_s(e[0]))},
                {french(f[0]), french(f.size() > 1 ? f[1] : french_plural(f[0]))},
                row.gender,
                row.kind};
    }

    Adjective adjective(const AdjectiveRow& row) {
        const Forms f = split(row.french, '/');
        const std::string feminine_form = f.size() > 1 ? f[1] : french_feminine(f[0]);
        return {english(row.english),
                {{{french(f[0]), french(french_plural(f[0]))}, {french(feminine_form), french(french_plural(feminine_form))}}},
                french(f.size() > 2 ? f[2] : f[0]),
                row.precedes,
                row.kinds};
    }

    Verb verb(const VerbRow& row) {
        const Forms phrase = split(row.english, ' '), e = split(phrase[0], '/'), f = split(row.french, ' ');
        Verb verb;
        verb.base = english(e[0]);
        verb.with_s = english(e.size() > 1 ? e[1] : english_with_s(e[0]));
        verb.preposition = phrase.size() > 1 ? english(phrase[1]) : no_word;
        verb.french = french_forms(f.size() > 1 ? std::array{f[1], f[2], f[3], f[4]} : french_present(f[0]));
        verb.infinitive = french(f[0]);
        verb.subjects = row.subjects, verb.objects = row.objects, verb.is_feeling = row.is_feeling;
        return verb;
    }

    Determiner determiner(const DeterminerRow& row) {
        const Forms e = split(row.english, '/'), f = split(row.french, '/'), p = split(f[2], ' ');
        return {{english(e[0]), english(e[1])},
                {{{french(f[0]), french(p[0])}, {french(f[1]), french(p[0])}}},
                p.size() > 1 ? french(p[1]) : no_word,
                row.roles,
                row.weight};
    }

    Phrase phrase(const std::string& english_words, const std::string& french_words) {
        Phrase result;
        for (const std::string& word : split(english_words, ' ')) result.english.push_back(english(word));
        for (const std::string& word : split(french_words, ' ')) result.french.push_back(french(word));
        return result;
    }

private:
    Lexicon& lexicon_;
};

void add_meetings(Lexicon& lexicon) {
    lexicon.english.add_before_vowel("a", "an");
    const std::pair<const char*, const char*> before_vowels[] = {{"le", "l'"},  {"la", "l'"},  {"de", "d'"},
                                                                 {"ne", "n'"},  {"je", "j'"},  {"me", "m'"},
                                                                 {"ce", "cet"}, {"ma", "mon"}, {"sa", "son"}};
    for (const auto& [word, before_vowel] : before_vowels) lexicon.french.add_before_vowel(word, before_vowel);
    lexicon.french.add_contraction("de", "le", "du");
    lexicon.french.add_contraction("de", "les", "des");
}

void add_function_words(Lexicon& lexicon, Builder& build) {
    lexicon.be = build.english_forms({"am", "is", "are", "are"});
    lexicon.do_ = build.english_forms({"do", "does", "do", "do"});
    lexicon.etre = build.french_forms({"suis", "est", "sommes", "sont"});
    lexicon.not_ = build.english("not"), lexicon.never = build.english("never"), lexicon.to = build.english("to");
    lexicon.and_ = build.english("and"), lexicon.possessive = build.english("'s");
    lexicon.who = build.english("who"), lexicon.that = build.english("that");
    lexicon.ne = build.french("ne"), lexicon.pas = build.french("pas"), lexicon.jamais = build.french("jamais");
    lexicon.et = build.french("et"), lexicon.qui = build.french("qui"), lexicon.de = build.french("de");
}

void add_pronouns(Lexicon& lexicon, Builder& build) {
    lexicon.subject_pronouns = {
        {build.english("I"), build.french("je"), first_singular, masculine},
        {build.english("he"), build.french("il"), third_singular, masculine},
        {build.english("she"), build.french("elle"), third_singular, feminine},
        {build.english("we"), build.french("nous"), first_plural, masculine},
    };
    lexicon.object_pronouns = {
        {build.english("me"), build.french("me"), true},     {build.english("us"), build.french("nous"), true},
        {build.english("him"), build.french("le"), false},   {build.english("her"), build.french("la"), false},
        {build.english("them"), build.french("les"), false},
    };
}

const Determiner* called(const std::vector<Determiner>& determiners, Number number, Word english) {
    return &*std::ranges::find_if(determiners, [&](const Determiner& d) { return d.english[number] == english; });
}

}  // namespace

Lexicon::Lexicon() {
    Builder build(*this);
    for (const DeterminerRow& row : determiner_rows) determiners.push_back(build.determiner(row));
    the = called(determiners, singular, build.english("the"));
    a = called(determiners, singular, build.english("a"));
    some = called(determiners, plural, build.english("some"));
    add_pronouns(*this, build);
    add_function_words(*this, build);
    adverbs = {build.phrase("often", "souvent"), build.phrase("always", "toujours")};
    degrees = {build.phrase("very", "très"), build.phrase("too", "trop")};
    prepositions = {build.phrase("in", "dans"), build.phrase("behind", "derrière"), build.phrase("in front of", "devant"),
                    build.phrase("near", "près de")};
    can = build.verb(can_row), want = build.verb(want_row);
    for (const NounRow& row : noun_rows) nouns.push_back(build.noun(row));
    for (const AdjectiveRow& row : adjective_rows) adjectives.push_back(build.adjective(row));
    for (const VerbRow& row : verb_rows) verbs.push_back(build.verb(row));
    add_meetings(*this);
}

}  // namespace vitrine::grammar
