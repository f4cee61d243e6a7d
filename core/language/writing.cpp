/// How a drawn tree is written in either language.

#include <algorithm>
#include <bit>
#include <cctype>

#include "core/language/derivation.h"

namespace vitrine::language {

namespace {

constexpr int groups = 16;  // of words that mean the same in a rule, at most, and the one of its head

/// The places from which to which a part goes.
struct Extent {
    std::size_t first, last;

    static Extent of(Part part, std::size_t gap, std::size_t size) {
        return {part == Part::rest ? gap : 0, part == Part::first ? gap : size};
    }
};

bool is_punctuation(const std::string& word) {
    return std::ranges::all_of(word, [](unsigned char letter) { return std::ispunct(letter); });
}

}  // namespace

void Derivation::write(const Language& language, Random& random, Text& text) {
    language_ = &language;
    random_ = &random;
    for (const Side side : {source, target}) {
        tokens_[side].clear();
        write(static_cast<int>(nodes_.size()) - 1, side, Part::whole);
        elide(side);
        contract(side);
        std::vector<Word>& words = side == source ? text.source : text.target;
        words.clear();
        for (const Token& token : tokens_[side]) words.push_back(token.form.word);
    }
    align(text);
}

void Derivation::write(int node, Side side, Part part) {
    const std::size_t symbol = nodes_[static_cast<std::size_t>(node)].symbol;
    language_->symbols[symbol].is_part_of_speech() ? write_lexeme(node, side, part) : write_rule(node, side, part);
}

void Derivation::write_lexeme(int index, Side side, Part part) {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    const Forms& forms = form_of(node, side);
    const auto [first, last] = Extent::of(part, std::min<std::size_t>(1, forms.size()), forms.size());
    for (std::size_t i = first; i < last; ++i) tokens_[side].push_back({forms[i], node.symbol, {index * groups, none}});
}

void Derivation::write_rule(int index, Side side, Part part) {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    const Rule& rule = language_->symbols[node.symbol].rules[node.choice];
    const Pattern& pattern = rule.patterns[side];
    const auto child = [&](int number) { return children_[node.first_child + static_cast<std::size_t>(number)]; };
    const auto [first, last] = Extent::of(part, pattern.gap, pattern.items.size());
    for (std::size_t i = first; i < last; ++i) {
        const Item& item = pattern.items[i];
        const std::size_t written = tokens_[side].size();
        if (item.child == Item::none) {
            const int meaning = item.group == Item::none ? none : index * groups + item.group;
            tokens_[side].push_back({item.form, node.symbol, {meaning, none}});
        } else {
            write(child(item.child), side, item.part);
        }
        if (item.aligned_child == Item::none) continue;
        const int head = nodes_[static_cast<std::size_t>(child(item.aligned_child))].head;
        for (std::size_t t = written; t < tokens_[side].size(); ++t)
            tokens_[side][t].meanings[0] = head == none ? none : head * groups;
    }
}

/// The forms of a lexeme that its features ask for: the last column that fits, as later ones are more special.
const Forms& Derivation::form_of(const Node& node, Side side) {
    const Symbol& symbol = language_->symbols[node.symbol];
    const std::vector<Forms>& inflected = symbol.lexemes[node.choice].inflected[side];
    for (std::size_t column = inflected.size() - 1; column > 0; --column) {
        const bool fits = std::ranges::all_of(symbol.columns[side][column], [&](const Condition& condition) {
            return settled(node.first_place + condition.feature) & condition.values;
        });
        if (fits) return inflected[column];
    }
    return inflected.front();
}

/// The one value of a feature, drawn now if several are possible.
Values Derivation::settled(std::size_t place) {
    Slot& slot = slots_[places_[place]];
    if (std::has_single_bit(slot.values)) return slot.values;
    const std::vector<std::uint32_t>& weights = language_->domains[slot.domain].weights;
    const auto weight = [&](std::size_t value) { return slot.values >> value & 1 ? weights[value] : 0; };
    std::uint64_t total = 0;
    for (std::size_t value = 0; value < weights.size(); ++value) total += weight(value);
    std::uint64_t rest = random_->below(total);
    std::size_t chosen = 0;
    for (; rest >= weight(chosen); ++chosen) rest -= weight(chosen);
    return slot.values = Values{1} << chosen;
}

/// Writes the words that a vowel follows as they are then: "le ami" becomes "l' ami".
void Derivation::elide(Side side) {
    std::vector<Token>& tokens = tokens_[side];
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i + 1].form.begins_with_vowel) tokens[i].form.word = tokens[i].form.before_vowel;
    }
}

/// Joins neighbours that contract. One word that came of two has the meanings of both.
void Derivation::contract(Side side) {
    std::vector<Token>& tokens = tokens_[side];
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const Contraction* found = contraction(side, i);
        if (!found) continue;
        tokens[i].form.word = found->result.front();
        if (found->result.size() == 2) {
            tokens[i + 1].form.word = found->result.back();
        } else {
            tokens[i].meanings[1] = tokens[i + 1].meanings[0];
            tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
    }
}

/// How the word at `first` contracts with the next; null if it does not.
const Contraction* Derivation::contraction(Side side, std::size_t first) {
    const Spelling& spelling = language_->spellings[side];
    const std::vector<Token>& tokens = tokens_[side];
    const auto found = spelling.contractions.find({tokens[first].form.word, tokens[first + 1].form.word});
    if (found == spelling.contractions.end()) return nullptr;
    const auto fits = [&](const Contraction& one) {
        return one.symbol == Contraction::any_symbol || one.symbol == tokens[first + 1].symbol;
    };
    const auto count = static_cast<std::uint64_t>(std::ranges::count_if(found->second, fits));
    if (count == 0) return nullptr;
    std::uint64_t skipped = count > 1 ? random_->below(count) : 0;
    const auto one = std::ranges::find_if(found->second, [&](const Contraction& c) { return fits(c) && skipped-- == 0; });
    const bool is_free = first + 2 < tokens.size();  // nobody says "I know who he's"
    return spelling.contracts_always || (is_free && random_->below(2) == 0) ? &*one : nullptr;
}

/// Aligns words of one meaning. Punctuation is no word, even if both sides have the same.
void Derivation::align(Text& text) const {
    const auto is_word = [&](Side side, std::size_t place) {
        return !is_punctuation(language_->spellings[side].words[static_cast<std::size_t>(tokens_[side][place].form.word)]);
    };
    const auto mean_same = [](const Token& one, const Token& other) {
        return std::ranges::any_of(one.meanings, [&](int meaning) {
            return meaning != none && std::ranges::find(other.meanings, meaning) != other.meanings.end();
        });
    };
    text.alignment.clear();
    for (std::size_t t = 0; t < tokens_[target].size(); ++t) {
        if (!is_word(target, t)) continue;
        for (std::size_t s = 0; s < tokens_[source].size(); ++s) {
            if (is_word(source, s) && mean_same(tokens_[target][t], tokens_[source][s]))
                text.alignment.emplace_back(static_cast<int>(t), static_cast<int>(s));
        }
    }
}

}  // namespace vitrine::language
