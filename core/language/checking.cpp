/// What has to hold of a language that sentences are drawn from.

#include <algorithm>

#include "core/language/language_file.h"
#include "core/language/sections.h"
#include "core/text/plain_text.h"

namespace vitrine::language {

namespace {

/// The values that the features of each symbol may have where it is used. A feature by itself: no two of them are looked at
/// together, so that some of what can never be drawn is not found.
class Uses {
public:
    explicit Uses(const Language& language) : language_(language) {
        for (const Symbol& symbol : language.symbols) possible_.emplace_back(symbol.features.size(), Values{0});
        for (std::size_t i = 0; i < possible_[0].size(); ++i) possible_[0][i] = ~Values{0};
        is_used_.resize(language.symbols.size());
        is_used_[0] = true;
        while (spread()) {
        }
    }

    bool is_used(std::size_t symbol) const { return is_used_[symbol]; }

    bool can_be(std::size_t symbol, const std::vector<Values>& values) const {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!(values[i] & possible_[symbol][i])) return false;
        }
        return true;
    }

    /// The values that a rule leaves to the features of its symbol.
    static std::vector<Values> values_of(const Symbol& symbol, const Rule& rule) {
        std::vector<Values> values;
        for (std::size_t i = 0; i < symbol.features.size(); ++i) values.push_back(rule.variables[i].values);
        return values;
    }

private:
    /// Hands values down to the constituents of all rules; whether anything was new.
    bool spread() {
        bool is_new = false;
        for (std::size_t s = 0; s < language_.symbols.size(); ++s) {
            const Symbol& symbol = language_.symbols[s];
            for (const Rule& rule : symbol.rules) {
                if (!is_used_[s] || !can_be(s, values_of(symbol, rule))) continue;
                for (const Child& child : rule.children) is_new |= hand_down(s, rule, child);
            }
        }
        return is_new;
    }

    bool hand_down(std::size_t symbol, const Rule& rule, const Child& child) {
        bool is_new = !is_used_[child.symbol];
        is_used_[child.symbol] = true;
        for (std::size_t i = 0; i < child.variables.size(); ++i) {
            const std::size_t variable = child.variables[i];
            Values values = rule.variables[variable].values;
            if (variable < possible_[symbol].size()) values &= possible_[symbol][variable];
            is_new |= (values & ~possible_[child.symbol][i]) != 0;
            possible_[child.symbol][i] |= values;
        }
        return is_new;
    }

    const Language& language_;
    std::vector<std::vector<Values>> possible_;  // [symbol][feature]
    std::vector<bool> is_used_;
};

/// Which symbols can be drawn to an end: words, and those with a rule all of whose constituents can.
std::vector<bool> finite_symbols(const Language& language) {
    std::vector<bool> is_finite(language.symbols.size());
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::size_t s = 0; s < is_finite.size(); ++s) {
            const Symbol& symbol = language.symbols[s];
            const bool now = symbol.is_part_of_speech() || std::ranges::any_of(symbol.rules, [&](const Rule& rule) {
                                 return std::ranges::all_of(rule.children, [&](const Child& c) { return is_finite[c.symbol]; });
                             });
            is_new |= now && !is_finite[s];
            is_finite[s] = now;
        }
    }
    return is_finite;
}

void check_symbol(const Language& language, std::size_t index, const Uses& uses) {
    const Symbol& symbol = language.symbols[index];
    for (const Rule& rule : symbol.rules) {
        if (!uses.can_be(index, Uses::values_of(symbol, rule)))
            at_line(rule.line, [] { throw Error("nothing can ask for this rule's values of its features"); });
    }
    for (const Lexeme& lexeme : symbol.lexemes) {
        if (!uses.can_be(index, lexeme.values))
            at_line(lexeme.line, [&] { throw Error("no rule can ask for " + in_quotes(lexeme.base) + " with these features"); });
    }
}

}  // namespace

void check_language(const Language& language) {
    const std::vector<bool> is_finite = finite_symbols(language);
    const Uses uses(language);
    for (std::size_t s = 0; s < language.symbols.size(); ++s) {
        const Symbol& symbol = language.symbols[s];
        at_line(symbol.line, [&] {
            if (!is_finite[s]) throw Error("the symbol " + in_quotes(symbol.name) + " never comes to an end");
            if (!uses.is_used(s)) throw Error("no rule uses the symbol " + in_quotes(symbol.name));
        });
        check_symbol(language, s, uses);
    }
}

}  // namespace vitrine::language
