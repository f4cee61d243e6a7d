#include "core/tasks/grammar_content.h"

namespace vitrine::grammar {

namespace {

/// Draws parts of sentences that fit together.
class Drawing {
public:
    Drawing(const Lexicon& lexicon, Random& random) : lexicon_(lexicon), random_(random) {}

    Clause clause() {
        Clause c;
        if (chance(20)) {
            c.pronoun = &any_of(lexicon_.subject_pronouns);
            c.main = main_verb_phrase({.kinds = person, .pronoun = c.pronoun});
            return c;
        }
        c.main = main_verb_phrase({.kinds = anything});
        const unsigned kinds = subjects_of(c.main);
        const Role role = c.main.negation == Negation::none ? subject : negated_subject;
        c.subject = noun_phrase(kinds, role);
        if (chance(10)) {
            c.other = noun_phrase(kinds, role);
        } else if (!c.subject.owner && chance(12)) {
            c.has_relative = true;
            c.relative = verb_phrase({.kinds = c.subject.noun->kind});
        }
        return c;
    }

private:
    /// The subject: one of these kinds, or a pronoun.
    struct Subject {
        unsigned kinds;
        const SubjectPronoun* pronoun = nullptr;

        bool is_first_person() const { return pronoun && is_first(pronoun->person); }
    };

    bool chance(std::uint64_t percent) { return random_.below(100) < percent; }

    template <class T>
    const T& any_of(const std::vector<T>& list) {
        return list[random_.below(list.size())];
    }

    template <class T, class Condition>
    const T* any_that(const std::vector<T>& list, Condition&& holds) {
        for (;;) {
            const T& candidate = any_of(list);
            if (holds(candidate)) return &candidate;
        }
    }

    const Noun* noun(unsigned kinds) {
        return any_that(lexicon_.nouns, [&](const Noun& n) { return n.kind & kinds; });
    }

    const Adjective* adjective(unsigned kinds, bool precedes) {
        return any_that(lexicon_.adjectives, [&](const Adjective& a) { return a.precedes == precedes && a.kinds & kinds; });
    }

    const Determiner* determiner(Number number, Role role) {
        return any_that(lexicon_.determiners, [&](const Determiner& d) {
            return d.english[number] != no_word && d.roles & role && random_.below(lexicon_.the->weight) < d.weight;
        });
    }

    NounPhrase noun_phrase(unsigned kinds, Role role) {
        NounPhrase p;
        p.noun = noun(kinds);
        p.number = chance(35) ? plural : singular;
        if (chance(8)) p.owner = noun(person);
        p.determiner = p.owner ? determiner(singular, owner) : determiner(p.number, role);
        if (chance(25)) p.before = adjective(p.noun->kind, true);
        if (chance(25)) p.after = adjective(p.noun->kind, false);
        return p;
    }

    void add_location(VerbPhrase& v) {
        v.preposition = &any_of(lexicon_.prepositions);
        v.location = noun_phrase(place, location);
    }

    VerbPhrase main_verb_phrase(const Subject& whose) {
        VerbPhrase v = verb_phrase(whose);
        if (v.verb && chance(20)) add_location(v);
        return v;
    }

    VerbPhrase verb_phrase(const Subject& whose) {
        VerbPhrase v;
        v.negation = chance(75) ? Negation::none : chance(30) ? Negation::never : Negation::simply;
        if (v.negation != Negation::never && chance(12)) v.adverb = &any_of(lexicon_.adverbs);
        if (whose.kinds & living && chance(70)) {
            add_verb(whose, v);
        } else if (whose.kinds != place && chance(25)) {
            add_location(v);
        } else {
            v.adjective = any_that(lexicon_.adjectives, [&](const Adjective& a) {
                return a.kinds & whose.kinds && !(whose.is_first_person() && a.tells_gender());
            });
            if (chance(25)) v.degree = &any_of(lexicon_.degrees);
        }
        return v;
    }

    void add_verb(const Subject& whose, VerbPhrase& v) {
        v.verb = any_that(lexicon_.verbs, [&](const Verb& verb) { return verb.subjects & whose.kinds; });
        if (chance(20)) v.helper = chance(50) ? &lexicon_.can : &lexicon_.want;
        if (v.verb->objects & person && chance(25)) {  // avoids "I see me"
            v.pronoun = any_that(lexicon_.object_pronouns,
                                 [&](const ObjectPronoun& p) { return !(whose.is_first_person() && p.first_person); });
        } else if (v.verb->objects) {
            const Role role = v.negation == Negation::none ? object : negated_object;
            v.object = noun_phrase(v.verb->objects, v.verb->is_feeling ? object_of_feeling : role);
        }
    }

    /// The kinds of nouns that can be the subject of this verb phrase.
    static unsigned subjects_of(const VerbPhrase& v) {
        if (v.verb) return v.verb->subjects;
        return v.adjective ? v.adjective->kinds : anything - place;
    }

    const Lexicon& lexicon_;
    Random& random_;
};

}  // namespace

Person Clause::person() const {
    if (pronoun) return pronoun->person;
    return other.is_present() || subject.number == plural ? third_plural : third_singular;
}

Gender Clause::gender() const {
    if (pronoun) return pronoun->gender;
    const bool all_feminine = subject.noun->gender == feminine && (!other.is_present() || other.noun->gender == feminine);
    return all_feminine ? feminine : masculine;
}

Clause draw_clause(const Lexicon& lexicon, Random& random) { return Drawing(lexicon, random).clause(); }

}  // namespace vitrine::grammar
