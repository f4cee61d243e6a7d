#include "core/language/building.h"

#include <algorithm>

#include "core/text/plain_text.h"

namespace vitrine::language {

Word word_id(Spelling& spelling, const std::string& word) {
    const auto [entry, is_new] = spelling.ids.emplace(word, static_cast<Word>(spelling.words.size()));
    if (is_new) spelling.words.push_back(word);
    return entry->second;
}

Form read_form(Spelling& spelling, const std::string& text) {
    const bool is_exception = text.starts_with('*');
    const std::vector<std::string> both = parts_of(text.substr(is_exception), '~');
    if (both.size() > 2 || both.front().empty()) throw Error(in_quotes(text) + " is no word");
    const bool vowel = std::ranges::any_of(spelling.vowels, [&](const std::string& v) { return both.front().starts_with(v); });
    return {word_id(spelling, both.front()), word_id(spelling, both.back()), vowel != is_exception};
}

Values read_values(const Domain& domain, const std::string& text) {
    Values values = 0;
    for (const std::string& name : parts_of(text, '|')) {
        const auto found = domain.named.find(name);
        if (found == domain.named.end()) throw Error("there is no value " + in_quotes(name) + " here");
        values |= found->second;
    }
    return values;
}

std::optional<std::size_t> feature_of(const Language& language, const Symbol& symbol, const std::string& name) {
    for (std::size_t i = 0; i < symbol.features.size(); ++i) {
        if (language.features[symbol.features[i]].name == name) return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> find_symbol(const Language& language, const std::string& name) {
    const auto found = std::ranges::find(language.symbols, name, &Symbol::name);
    if (found == language.symbols.end()) return std::nullopt;
    return static_cast<std::size_t>(found - language.symbols.begin());
}

std::size_t symbol_named(const Language& language, const std::string& name) {
    if (const auto symbol = find_symbol(language, name)) return *symbol;
    throw Error("there is no symbol " + in_quotes(name));
}

}  // namespace vitrine::language
