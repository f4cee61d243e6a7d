#include "core/tasks/grammar_writer.h"

namespace vitrine::grammar {

namespace {

class English {
public:
    English(const Lexicon& lexicon, Sentence& sentence) : lexicon_(lexicon), sentence_(sentence) {}

    void say(Clause& c) {
        if (c.pronoun) {
            c.places.pronoun = say(c.pronoun->english);
        } else {
            say(c.subject);
        }
        if (c.other.is_present()) {
            c.places.and_ = say(lexicon_.and_);
            say(c.other);
        }
        if (c.has_relative) {
            c.places.relative = say(c.subject.noun->kind == person ? lexicon_.who : lexicon_.that);
            say(c.relative, c.person());
        }
        say(c.main, c.person());
    }

private:
    /// Writes a word and returns its position.
    int say(Word word) {
        if (lexicon_.english.starts_with_vowel(word)) {
            sentence_.back() = lexicon_.english.before_vowel(sentence_.back());
        }
        sentence_.push_back(word);
        return static_cast<int>(sentence_.size()) - 1;
    }

    /// Writes several words and returns the position of the first.
    int say(const Phrase& phrase) {
        const int first = static_cast<int>(sentence_.size());
        for (const Word word : phrase.english) say(word);
        return first;
    }

    void say(NounPhrase& p) {
        p.places.determiner = say(p.determiner->english[p.owner ? singular : p.number]);
        if (p.owner) {
            p.places.owner = say(p.owner->english[singular]);
            p.places.possessive = say(lexicon_.possessive);
        }
        if (p.before) p.places.before = say(p.before->english);
        if (p.after) p.places.after = say(p.after->english);
        p.places.noun = say(p.noun->english[p.number]);
    }

    void say(VerbPhrase& v, Person person) {
        if (!v.verb) {
            v.places.finite = say(lexicon_.be[person]);
            say_between(v);
        } else if (v.helper == &lexicon_.can) {
            v.places.finite = say(lexicon_.can.base);
            say_between(v);
            v.places.infinitive = say(v.verb->base);
        } else {
            say_full_verb(v, person);
        }
        say_complements(v);
    }

    /// The adverb position: after "is" and "can", before other verbs.
    void say_between(VerbPhrase& v) {
        if (v.negation != Negation::none) {
            v.places.negation = say(v.negation == Negation::never ? lexicon_.never : lexicon_.not_);
        }
        if (v.adverb) v.places.adverb = say(*v.adverb);
    }

    void say_full_verb(VerbPhrase& v, Person person) {
        const bool with_do = v.negation == Negation::simply, with_s = person == third_singular && !with_do;
        if (with_do) say(lexicon_.do_[person]);
        say_between(v);
        const Verb& finite = v.helper ? *v.helper : *v.verb;
        v.places.finite = say(with_s ? finite.with_s : finite.base);
        if (!v.helper) return;
        v.places.to = say(lexicon_.to);
        v.places.infinitive = say(v.verb->base);
    }

    void say_complements(VerbPhrase& v) {
        if (v.verb && v.verb->preposition != no_word) v.places.verb_preposition = say(v.verb->preposition);
        if (v.pronoun) v.places.pronoun = say(v.pronoun->english);
        if (v.object.is_present()) say(v.object);
        if (v.degree) v.places.degree = say(*v.degree);
        if (v.adjective) v.places.adjective = say(v.adjective->english);
        if (!v.preposition) return;
        v.places.preposition = say(*v.preposition);
        say(v.location);
    }

    const Lexicon& lexicon_;
    Sentence& sentence_;
};

}  // namespace

void write_english(const Lexicon& lexicon, Clause& clause, Example& example) { English(lexicon, example.source).say(clause); }

}  // namespace vitrine::grammar
