#include "core/language/translations.h"

#include <algorithm>
#include <functional>

namespace vitrine::language {

/// Tries every rule and word from left to right, and takes back what does not lead to the sentence.
class TreeSearch {
public:
    TreeSearch(const Language& language, std::vector<Word> words) : language_(language), words_(std::move(words)) {
        tree_.language_ = &language;
    }

    std::set<std::vector<Word>> translations() {
        tree_.begin();
        match(0, 0, 0, 0, [this](int, std::size_t at) {
            if (at == words_.size()) add_translation();
        });
        return std::move(found_);
    }

private:
    /// Called for each way to go on: a constituent's node, and the place of the first word behind it.
    using Next = std::function<void(int node, std::size_t at)>;

    void match(std::size_t symbol, std::size_t first_place, std::size_t at, int depth, const Next& next) {
        if (depth > Derivation::deepest) return;
        const Symbol& described = language_.symbols[symbol];
        for (std::size_t i = 0; i < described.lexemes.size(); ++i) match_lexeme(symbol, i, first_place, at, next);
        for (std::size_t i = 0; i < described.rules.size(); ++i) {
            const Derivation::Mark mark = tree_.mark();
            if (tree_.fits(described.rules[i], described.features.size(), first_place)) {
                const auto [node, variables] = tree_.open_rule(symbol, i, first_place);
                match_items({node, variables, depth}, 0, at, next);
            }
            tree_.take_back(mark);
        }
    }

    void match_lexeme(std::size_t symbol, std::size_t choice, std::size_t first_place, std::size_t at, const Next& next) {
        const Lexeme& lexeme = language_.symbols[symbol].lexemes[choice];
        for (const Forms& forms : lexeme.inflected[source]) {
            if (&forms != &lexeme.inflected[source].front() && forms.empty()) continue;
            if (!stands_at(forms, at) || !tree_.fits(lexeme, first_place)) continue;
            const Derivation::Mark mark = tree_.mark();
            const int node = tree_.add_lexeme(symbol, choice, first_place);
            decide(node, 0, forms, [&] { next(node, at + forms.size()); });
            tree_.take_back(mark);
            if (lexeme.inflected[source].size() == 1) return;
        }
    }

    /// Calls body for each way to decide the features, from the given one on, that a word's form depends on, if it has this form
    /// then.
    void decide(int node, std::size_t feature, const Forms& forms, const std::function<void()>& body) {
        const Derivation::Node& word = tree_.nodes_[static_cast<std::size_t>(node)];
        const auto& columns = language_.symbols[word.symbol].columns[source];
        const std::size_t features = language_.symbols[word.symbol].features.size();
        if (feature == features) {
            if (&tree_.form_of(word, source) == &forms) body();
            return;
        }
        const bool matters = std::ranges::any_of(columns, [&](const Conditions& conditions) {
            return std::ranges::find(conditions, feature, &Condition::feature) != conditions.end();
        });
        if (!matters) return decide(node, feature + 1, forms, body);
        const std::size_t slot = tree_.places_[word.first_place + feature];
        const Values values = tree_.slots_[slot].values;
        for (Values one = 1; one != 0 && one <= values; one <<= 1) {
            if (!(values & one)) continue;
            const Derivation::Mark mark = tree_.mark();
            tree_.slots_[slot].values = one;
            decide(node, feature + 1, forms, body);
            tree_.take_back(mark);
        }
    }

    bool stands_at(const Forms& forms, std::size_t at) const {
        if (at + forms.size() > words_.size()) return false;
        return std::ranges::all_of(forms, [&](const Form& form) {
            const Word word = words_[at++];
            return word == form.word || word == form.before_vowel;
        });
    }

    /// A rule that is being matched.
    struct Open {
        Derivation::Node node;
        std::size_t variables;
        int depth;
    };

    const Rule& rule_of(const Open& open) const { return language_.symbols[open.node.symbol].rules[open.node.choice]; }

    /// Matches the words and constituents of the source side from the given one on, then those that only the target side has.
    void match_items(const Open& open, std::size_t index, std::size_t at, const Next& next) {
        const Rule& rule = rule_of(open);
        const std::vector<Item>& items = rule.patterns[source].items;
        if (index == items.size()) return match_silent(open, 0, at, next);
        const Item& item = items[index];
        if (item.child != Item::none) {
            match_child(open, static_cast<std::size_t>(item.child), at,
                        [&, index](std::size_t behind) { match_items(open, index + 1, behind, next); });
        } else if (stands_at({item.form}, at)) {
            match_items(open, index + 1, at + 1, next);
        }
    }

    void match_silent(const Open& open, std::size_t child, std::size_t at, const Next& next) {
        const Rule& rule = rule_of(open);
        const auto is_spoken = [&](std::size_t one) {
            return std::ranges::find(rule.patterns[source].items, static_cast<int>(one), &Item::child) !=
                   rule.patterns[source].items.end();
        };
        while (child < rule.children.size() && is_spoken(child)) ++child;
        if (child == rule.children.size()) {
            const Derivation::Mark mark = tree_.mark();
            next(tree_.close_rule(open.node), at);
            return tree_.take_back(mark);
        }
        match_child(open, child, at, [&, child](std::size_t behind) { match_silent(open, child + 1, behind, next); });
    }

    void match_child(const Open& open, std::size_t child, std::size_t at, const std::function<void(std::size_t)>& next) {
        const Child& described = rule_of(open).children[child];
        const Derivation::Mark mark = tree_.mark();
        const std::size_t first_place = tree_.hand_places(described, open.variables);
        match(described.symbol, first_place, at, open.depth + 1, [&, child](int node, std::size_t behind) {
            tree_.children_[open.node.first_child + child] = node;
            next(behind);
        });
        tree_.take_back(mark);
    }

    void add_translation() {
        Random random(1);
        const Derivation::Mark mark = tree_.mark();
        Text text;
        tree_.write(language_, random, text);
        tree_.take_back(mark);
        found_.insert(text.target);
    }

    const Language& language_;
    const std::vector<Word> words_;
    Derivation tree_;
    std::set<std::vector<Word>> found_;
};

namespace {

/// The words with every contraction taken apart that is not always made.
std::vector<Word> uncontracted(const Language& language, std::span<const Word> words) {
    const Spelling& spelling = language.spellings[source];
    std::vector<Word> whole;
    for (const Word word : words) {
        const auto found = std::ranges::find_if(spelling.contractions, [&](const auto& entry) {
            return std::ranges::any_of(entry.second, [&](const Contraction& c) { return c.result == std::vector{word}; });
        });
        if (spelling.contracts_always || found == spelling.contractions.end()) {
            whole.push_back(word);
        } else {
            whole.insert(whole.end(), {found->first.first, found->first.second});
        }
    }
    return whole;
}

}  // namespace

std::set<std::vector<Word>> translations(const Language& language, std::span<const Word> words) {
    return TreeSearch(language, uncontracted(language, words)).translations();
}

}  // namespace vitrine::language
