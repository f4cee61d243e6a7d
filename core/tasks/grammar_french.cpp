#include "core/tasks/grammar_writer.h"

namespace vitrine::grammar {

namespace {

class French {
public:
    French(const Lexicon& lexicon, Example& example) : lexicon_(lexicon), example_(example) {}

    void say(const Clause& c) {
        if (c.pronoun) {
            say(c.pronoun->french, c.places.pronoun);
        } else {
            say(c.subject);
        }
        if (c.other.is_present()) {
            say(lexicon_.et, c.places.and_);
            say(c.other);
        }
        const Agreement agreement{c.person(), c.gender()};
        if (c.has_relative) {
            say(lexicon_.qui, c.places.relative);
            say(c.relative, agreement);
        }
        say(c.main, agreement);
    }

private:
    struct Agreement {
        Person person;
        Gender gender;
    };

    /// Writes a word aligned with the English word at this position.
    void say(Word word, int place) {
        Sentence& sentence = example_.target;
        const Language& french = lexicon_.french;
        if (!sentence.empty() && french.starts_with_vowel(word)) sentence.back() = french.before_vowel(sentence.back());
        contract_last_two();
        sentence.push_back(word);
        align(place);
    }

    /// Aligns the last written word with another English word.
    void align(int place) { example_.alignment.emplace_back(static_cast<int>(example_.target.size()) - 1, place); }

    /// "de le" becomes "du", which takes over both alignments; but only when the next word is known, as in "de l'ami".
    void contract_last_two() {
        Sentence& sentence = example_.target;
        if (sentence.size() < 2) return;
        const Word contracted = lexicon_.french.contraction(sentence[sentence.size() - 2], sentence.back());
        if (contracted == no_word) return;
        sentence.pop_back();
        sentence.back() = contracted;
        const int gone = static_cast<int>(sentence.size());
        for (auto& [place, source] : example_.alignment) place -= place == gone;
    }

    /// Aligns each of the words with all of the English ones.
    void say(const Phrase& phrase, int first_place) {
        for (const Word word : phrase.french) {
            say(word, first_place);
            for (int i = 1; i < std::ssize(phrase.english); ++i) align(first_place + i);
        }
    }

    void say(const NounPhrase& p, bool is_negated = false) {
        const Gender gender = p.noun->gender;
        say_determiner(p, is_negated);
        if (p.before) say(form_before(*p.before, *p.noun, p.number), p.places.before);
        say(p.noun->french[p.number], p.places.noun);
        if (p.after) say(p.after->french[gender][p.number], p.places.after);
        if (!p.owner) return;
        say(lexicon_.de, p.places.possessive);
        say(p.determiner->french[p.owner->gender][singular], p.places.determiner);
        say(p.owner->french[singular], p.places.owner);
    }

    /// An owned noun has the article. "un" becomes "de" after a negation, and "des" before an adjective.
    void say_determiner(const NounPhrase& p, bool is_negated) {
        if (p.owner) {
            say(lexicon_.the->french[p.noun->gender][p.number], p.places.possessive);
        } else if ((is_negated && p.determiner == lexicon_.a) || (p.before && p.determiner == lexicon_.some)) {
            say(lexicon_.de, p.places.determiner);
        } else {
            say(p.determiner->french[p.noun->gender][p.number], p.places.determiner);
            if (p.determiner->link != no_word) say(p.determiner->link, p.places.determiner);
        }
    }

    Word form_before(const Adjective& adjective, const Noun& noun, Number number) {
        const bool meets_vowel = lexicon_.french.starts_with_vowel(noun.french[number]);
        if (noun.gender == masculine && number == singular && meets_vowel) return adjective.before_vowel;
        return adjective.french[noun.gender][number];
    }

    void say(const VerbPhrase& v, const Agreement& subject) {
        const bool is_negated = v.negation != Negation::none;
        if (is_negated) say(lexicon_.ne, v.places.negation);
        if (v.pronoun && !v.helper) say(v.pronoun->french, v.places.pronoun);
        say_finite_verb(v, subject.person);
        if (is_negated) say(v.negation == Negation::never ? lexicon_.jamais : lexicon_.pas, v.places.negation);
        if (v.adverb) say(*v.adverb, v.places.adverb);
        if (v.helper) say_infinitive(v);
        if (v.object.is_present()) say(v.object, is_negated);
        if (v.degree) say(*v.degree, v.places.degree);
        if (v.adjective) say(v.adjective->french[subject.gender][number_of(subject.person)], v.places.adjective);
        if (!v.preposition) return;
        say(*v.preposition, v.places.preposition);
        say(v.location);
    }

    void say_finite_verb(const VerbPhrase& v, Person person) {
        const auto& forms = v.helper ? v.helper->french : v.verb ? v.verb->french : lexicon_.etre;
        say(forms[person], v.places.finite);
        if (!v.helper) align_preposition(v);
    }

    void say_infinitive(const VerbPhrase& v) {
        if (v.pronoun) say(v.pronoun->french, v.places.pronoun);
        say(v.verb->infinitive, v.places.infinitive);
        if (v.helper == &lexicon_.want) align(v.places.to);
        align_preposition(v);
    }

    /// "cherche" is aligned with "looks" and "for".
    void align_preposition(const VerbPhrase& v) {
        if (v.verb && v.verb->preposition != no_word) align(v.places.verb_preposition);
    }

    const Lexicon& lexicon_;
    Example& example_;
};

}  // namespace

void write_french(const Lexicon& lexicon, const Clause& clause, Example& example) { French(lexicon, example).say(clause); }

}  // namespace vitrine::grammar
