/// Reads the entries of the dictionary.

#include <algorithm>

#include "core/language/building.h"
#include "core/text/plain_text.h"

namespace vitrine::language {

namespace {

class WordReader {
public:
    WordReader(const std::array<const Inflection*, 2>& tables, Symbol& symbol, Language& language)
        : tables_(tables), symbol_(symbol), language_(language) {
        for (const Side side : {source, target}) read_columns(side);
    }

    /// "cat | chat | m animal"
    void read(const Line& line) {
        const std::vector<std::string> parts = parts_of(line.text, '|');
        if (parts.size() < 2 || parts.size() > 3) throw Error("an entry is 'word | word | features'");
        Lexeme lexeme;
        lexeme.base = parts[0];
        lexeme.line = line.number;
        for (const std::size_t feature : symbol_.features) {
            lexeme.values.push_back(language_.domains[language_.features[feature].domain].named.at("any"));
        }
        if (parts.size() == 3) read_features(parts[2], lexeme);
        for (const Side side : {source, target}) read_forms(parts[side], side, lexeme);
        symbol_.lexemes.push_back(std::move(lexeme));
    }

private:
    /// A column that asks for features that these words do not have is never used, but for the first one.
    void read_columns(Side side) {
        if (!tables_[side]) {
            symbol_.columns[side].emplace_back();
            is_used_[side].push_back(true);
            return;
        }
        for (const Inflection::Column& column : tables_[side]->columns()) {
            Conditions conditions;
            bool is_used = true;
            for (const std::string& condition : words_of(spaces_for(',', column.conditions))) {
                const std::vector<std::string> both = parts_of(condition, '=');
                if (both.size() != 2) throw Error(in_quotes(condition) + " is no condition 'feature=value'");
                const auto feature = feature_of(language_, symbol_, both[0]);
                is_used &= feature.has_value();
                if (feature) conditions.push_back({*feature, read_values(domain(*feature), slashes_as_bars(both[1]))});
            }
            is_used |= symbol_.columns[side].empty();
            is_used_[side].push_back(is_used);
            if (is_used) symbol_.columns[side].push_back(std::move(conditions));
        }
    }

    static std::string spaces_for(char sign, std::string text) {
        std::ranges::replace(text, sign, ' ');
        return text;
    }

    static std::string slashes_as_bars(std::string text) {
        std::ranges::replace(text, '/', '|');
        return text;
    }

    const Domain& domain(std::size_t feature) const {
        return language_.domains[language_.features[symbol_.features[feature]].domain];
    }

    /// "m animal object=food/thing *3": values, of which each belongs to the first feature that has it, and a weight.
    void read_features(const std::string& text, Lexeme& lexeme) const {
        std::vector<Values> given(lexeme.values.size());
        for (const std::string& word : words_of(text)) {
            if (word.starts_with('*')) {
                lexeme.weight = weight_of(word.substr(1));
                continue;
            }
            const std::size_t equals = word.find('=');
            const std::string values = slashes_as_bars(equals == std::string::npos ? word : word.substr(equals + 1));
            const std::size_t feature = equals == std::string::npos ? feature_with(values) : named(word.substr(0, equals));
            given[feature] |= read_values(domain(feature), values);
        }
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (given[i]) lexeme.values[i] = given[i];
        }
    }

    std::size_t feature_with(const std::string& values) const {
        const std::string first = values.substr(0, values.find('|'));
        for (std::size_t i = 0; i < symbol_.features.size(); ++i) {
            if (domain(i).named.contains(first)) return i;
        }
        throw Error("these words have no feature with the value " + in_quotes(first));
    }

    std::size_t named(const std::string& name) const {
        if (const auto feature = feature_of(language_, symbol_, name)) return *feature;
        throw Error("these words have no feature " + in_quotes(name));
    }

    void read_forms(const std::string& words, Side side, Lexeme& lexeme) {
        const bool is_inflected = tables_[side] && !words.empty();
        const std::vector<std::string> all = is_inflected ? tables_[side]->forms(words) : std::vector{words};
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!is_used_[side][i]) continue;
            const std::size_t column = lexeme.inflected[side].size();
            Forms& forms = lexeme.inflected[side].emplace_back();
            if (!is_ever_used(column, side, lexeme.values)) continue;  // no word that never stands in a sentence
            for (const std::string& word : words_of(all[i])) forms.push_back(read_form(language_.spellings[side], word));
        }
    }

    /// Whether a word with these features can have the form of a column, and not always that of a later one.
    bool is_ever_used(std::size_t column, Side side, const std::vector<Values>& values) const {
        const auto& columns = symbol_.columns[side];
        const auto can_fit = [&](const Condition& condition) { return (values[condition.feature] & condition.values) != 0; };
        const auto must_fit = [&](const Condition& condition) { return (values[condition.feature] & ~condition.values) == 0; };
        const auto always = [&](const Conditions& conditions) { return std::ranges::all_of(conditions, must_fit); };
        return std::ranges::all_of(columns[column], can_fit) &&
               std::none_of(columns.begin() + static_cast<std::ptrdiff_t>(column) + 1, columns.end(), always);
    }

    const std::array<const Inflection*, 2> tables_;
    std::array<std::vector<bool>, 2> is_used_;  // [side][column of the table]
    Symbol& symbol_;
    Language& language_;
};

}  // namespace

void read_words(const Section& section, const std::array<const Inflection*, 2>& tables, Symbol& symbol, Language& language) {
    WordReader reader(tables, symbol, language);
    for (const Line& line : section.lines) at_line(line.number, [&] { reader.read(line); });
    if (symbol.lexemes.empty()) throw Error("there are no words below this heading");
}

}  // namespace vitrine::language
