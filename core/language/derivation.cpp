#include "core/language/derivation.h"

#include <algorithm>

#include "core/tensor/error.h"

namespace vitrine::language {

namespace {

constexpr int most_dead_ends = 10'000;

/// Draws one of the entries that fit, by their weights; the number of entries if none does.
template <class T, class Fits>
std::size_t any_fitting(const std::vector<T>& entries, Random& random, const Fits& fits) {
    std::uint64_t total = 0;
    for (const T& entry : entries) total += fits(entry) ? entry.weight : 0;
    if (total == 0) return entries.size();
    std::uint64_t rest = random.below(total);
    for (std::size_t i = 0;; ++i) {
        if (!fits(entries[i])) continue;
        if (rest < entries[i].weight) return i;
        rest -= entries[i].weight;
    }
}

}  // namespace

/// Begins a tree, of which only the features of the whole sentence are known: they may be anything.
void Derivation::begin() {
    nodes_.clear(), children_.clear(), places_.clear(), slots_.clear(), pairs_.clear();
    has_held_out_rule_ = has_trained_rule_ = false;
    for (const std::size_t feature : language_->symbols.front().features) {
        const std::size_t domain = language_->features[feature].domain;
        places_.push_back(slots_.size());
        slots_.push_back({domain, language_->domains[domain].named.at("any")});
    }
}

void Derivation::draw(const Language& language, Random& random) {
    language_ = &language;
    random_ = &random;
    for (int tries = 0; tries < most_dead_ends; ++tries) {
        begin();
        if (draw(0, 0, 0) != dead_end) return;
    }
    throw Error("no sentence can be drawn: all features that rules ask for exclude each other");
}

bool Derivation::fits(const Lexeme& lexeme, std::size_t first_place) const {
    for (std::size_t i = 0; i < lexeme.values.size(); ++i) {
        if (!matches(first_place + i, lexeme.values[i])) return false;
    }
    return true;
}

bool Derivation::fits(const Rule& rule, std::size_t features, std::size_t first_place) const {
    for (std::size_t i = 0; i < features; ++i) {
        if (!matches(first_place + i, rule.variables[i].values)) return false;
    }
    return true;
}

/// Draws a constituent whose features are those from first_place on; the index of its node, or dead_end.
int Derivation::draw(std::size_t symbol, std::size_t first_place, int depth) {
    if (depth > deepest) return dead_end;
    const bool is_word = language_->symbols[symbol].is_part_of_speech();
    return is_word ? draw_lexeme(symbol, first_place) : draw_rule(symbol, first_place, depth);
}

int Derivation::draw_lexeme(std::size_t symbol, std::size_t first_place) {
    const std::vector<Lexeme>& lexemes = language_->symbols[symbol].lexemes;
    const auto chosen = any_fitting(lexemes, *random_, [&](const Lexeme& lexeme) { return fits(lexeme, first_place); });
    return chosen == lexemes.size() ? dead_end : add_lexeme(symbol, chosen, first_place);
}

int Derivation::add_lexeme(std::size_t symbol, std::size_t choice, std::size_t first_place) {
    const std::vector<Values>& values = language_->symbols[symbol].lexemes[choice].values;
    for (std::size_t i = 0; i < values.size(); ++i) slots_[places_[first_place + i]].values &= values[i];
    const int node = static_cast<int>(nodes_.size());
    nodes_.push_back({symbol, choice, first_place, 0, node});
    return node;
}

int Derivation::draw_rule(std::size_t symbol, std::size_t first_place, int depth) {
    const Symbol& described = language_->symbols[symbol];
    const std::size_t features = described.features.size();
    const auto chosen = any_fitting(described.rules, *random_, [&](const Rule& rule) { return fits(rule, features, first_place); });
    if (chosen == described.rules.size()) return dead_end;
    const Rule& rule = described.rules[chosen];
    const auto [node, variables] = open_rule(symbol, chosen, first_place);
    for (std::size_t i = 0; i < rule.children.size(); ++i) {
        const int child = draw(rule.children[i].symbol, hand_places(rule.children[i], variables), depth + 1);
        if (child == dead_end) return dead_end;
        children_[node.first_child + i] = child;
    }
    return close_rule(node);
}

/// Makes room for a rule's constituents and variables, of which the first ones are the features of the whole.
Derivation::OpenRule Derivation::open_rule(std::size_t symbol, std::size_t choice, std::size_t first_place) {
    const std::size_t features = language_->symbols[symbol].features.size(), variables = places_.size();
    const Rule& rule = language_->symbols[symbol].rules[choice];
    has_held_out_rule_ |= rule.is_held_out;
    has_trained_rule_ |= rule.is_always_trained;
    for (std::size_t i = 0; i < rule.variables.size(); ++i) {
        const Variable& variable = rule.variables[i];
        const std::size_t slot = i < features ? places_[first_place + i] : slots_.size();
        if (i >= features) slots_.push_back({variable.domain, variable.values});
        slots_[slot].values &= variable.values;
        places_.push_back(slot);
    }
    const Node node{symbol, choice, first_place, children_.size(), none};
    children_.resize(children_.size() + rule.children.size());
    return {node, variables};
}

/// The first of the places of a constituent's features, which are variables of the rule around it.
std::size_t Derivation::hand_places(const Child& child, std::size_t variables) {
    const std::size_t first = places_.size();
    for (const std::size_t variable : child.variables) {
        const std::size_t slot = places_[variables + variable];
        places_.push_back(slot);
    }
    return first;
}

/// Adds the node of a rule whose constituents are there.
int Derivation::close_rule(Node node) {
    const Rule& rule = language_->symbols[node.symbol].rules[node.choice];
    find_pairs(node, rule.children.size());
    if (rule.head != Item::none) {
        const int head = children_[node.first_child + static_cast<std::size_t>(rule.head)];
        node.head = nodes_[static_cast<std::size_t>(head)].head;
    }
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
}

void Derivation::take_back(const Mark& mark) {
    nodes_.resize(mark.nodes), children_.resize(mark.children), places_.resize(mark.places);
    slots_ = mark.slots;
}

/// Notes the pairs among the heads of a node's children.
void Derivation::find_pairs(const Node& node, std::size_t children) {
    const auto head = [&](std::size_t child) -> const Node* {
        const int index = nodes_[static_cast<std::size_t>(children_[node.first_child + child])].head;
        return index == none ? nullptr : &nodes_[static_cast<std::size_t>(index)];
    };
    const auto base = [&](const Node& word) -> std::string_view {
        return language_->symbols[word.symbol].lexemes[word.choice].base;
    };
    for (std::size_t second = 1; second < children; ++second) {
        for (std::size_t first = 0; first < second; ++first) {
            const Node *one = head(first), *other = head(second);
            if (!one || !other) continue;
            if (std::ranges::find(language_->pairs, std::pair{one->symbol, other->symbol}) == language_->pairs.end()) continue;
            pairs_.push_back({std::min(base(*one), base(*other)), std::max(base(*one), base(*other))});
        }
    }
}

}  // namespace vitrine::language
