#include "core/language/language_file.h"

#include <map>
#include <set>

#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/language/building.h"
#include "core/text/plain_text.h"

namespace vitrine::language {

namespace {

constexpr std::size_t most_values = 64;  // as many as Values has bits

class LanguageReader {
public:
    explicit LanguageReader(std::string_view text) : sections_(sections_of(text)) {
        for (Spelling& spelling : language_.spellings) {
            for (const char* token : {"<pad>", "<s>", "</s>"}) word_id(spelling, token);
        }
    }

    /// What others refer to is read before them, wherever it stands in the file.
    Language read() {
        read_all("spelling", [this](const Section& section) { read_vowels(section); });
        read_all("features", [this](const Section& section) { read_features(section); });
        read_all("inflection", [this](const Section& section) { read_inflection(section); });
        read_all("rules", [this](const Section& section) { declare(section); });
        read_all("words", [this](const Section& section) { declare(section); });
        if (language_.symbols.empty()) throw Error("there is no section 'rules'");
        read_all("words", [this](const Section& section) {
            read_words(section, {table(section, 1), table(section, 2)}, symbol_of(section), language_);
        });
        read_all("rules", [this](const Section& section) {
            read_rules(section, symbol_named(language_, words_of(section.parts.front()).front()), language_);
        });
        read_all("contractions", [this](const Section& section) { read_contractions(section); });
        read_all("pairs", [this](const Section& section) { read_pairs(section); });
        for (const Section& section : sections_) {
            if (!known_.contains(section.kind))
                at_line(section.number, [&] { throw Error("there are no sections " + in_quotes(section.kind)); });
        }
        return std::move(language_);
    }

private:
    void read_all(const std::string& kind, const std::function<void(const Section&)>& read) {
        known_.insert(kind);
        for (const Section& section : sections_) {
            if (section.kind == kind) at_line(section.number, [&] { read(section); });
        }
    }

    static void for_lines(const Section& section, const std::function<void(const std::vector<std::string>&)>& body) {
        for (const Line& line : section.lines) at_line(line.number, [&] { body(words_of(line.text)); });
    }

    static Side side_of(const Section& section) {
        const std::string& name = section.parts.front();
        if (name.starts_with("source")) return source;
        if (name.starts_with("target")) return target;
        throw Error("the heading names no side, 'source' or 'target'");
    }

    /// "vowels a e i o u"
    void read_vowels(const Section& section) {
        Spelling& spelling = language_.spellings[side_of(section)];
        for_lines(section, [&](const std::vector<std::string>& words) {
            if (words.front() != "vowels") throw Error("only 'vowels' can stand here");
            spelling.vowels.assign(words.begin() + 1, words.end());
        });
    }

    /// "number singular:3 plural", "object = kind", "living := person animal"
    void read_features(const Section& section) {
        for_lines(section, [&](const std::vector<std::string>& words) {
            const bool is_set = words.size() > 2 && words[1] == ":=", is_like = words.size() == 3 && words[1] == "=";
            if (is_set) {
                Domain& domain = language_.domains.back();  // the feature before
                Values values = 0;
                for (std::size_t i = 2; i < words.size(); ++i) values |= read_values(domain, words[i]);
                domain.named[words[0]] = values;
            } else if (is_like) {
                language_.features.push_back({words[0], feature_named(words[2]).domain});
            } else {
                language_.features.push_back({words[0], language_.domains.size()});
                language_.domains.push_back(domain_of(words));
            }
        });
    }

    static Domain domain_of(const std::vector<std::string>& words) {
        if (words.size() < 2 || words.size() > most_values + 1) throw Error("a feature has from 1 to 64 values");
        Domain domain;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::vector<std::string> both = parts_of(words[i], ':');
            domain.values.push_back(both[0]);
            domain.weights.push_back(both.size() > 1 ? weight_of(both[1]) : 1);
            domain.named[both[0]] = Values{1} << (i - 1);
            domain.named["any"] |= Values{1} << (i - 1);
        }
        return domain;
    }

    const Feature& feature_named(const std::string& name) const {
        for (const Feature& feature : language_.features) {
            if (feature.name == name) return feature;
        }
        throw Error("there is no feature " + in_quotes(name));
    }

    /// "column plural number=plural like singular + s", and rows.
    void read_inflection(const Section& section) {
        const std::vector<std::string> heading = words_of(section.parts.front());
        if (heading.size() != 2) throw Error("the heading is 'inflection name first' or '… last', the word that is inflected");
        const auto place = heading[1] == "first" ? Inflection::Inflected::first_word : Inflection::Inflected::last_word;
        Inflection& table = tables_.emplace(heading[0], place).first->second;
        for_lines(section, [&](const std::vector<std::string>& words) {
            words[0] == "column" ? add_column(words, table) : table.add_row(words);
        });
    }

    static void add_column(const std::vector<std::string>& words, Inflection& table) {
        Inflection::Column column{words.at(1), "", table.columns().size(), ""};
        for (std::size_t i = 2; i < words.size(); ++i) {
            const std::size_t plus = words[i].find('+');
            if (plus == std::string::npos) {
                column.conditions = words[i];
                continue;
            }
            column.suffix = words[i].substr(plus + 1);
            column.like = 0;
            while (column.like < table.columns().size() && table.columns()[column.like].name != words[i].substr(0, plus))
                ++column.like;
            if (column.like == table.columns().size())
                throw Error("no column before this one has the name in " + in_quotes(words[i]));
        }
        if (column.conditions.empty() && !table.columns().empty()) throw Error("every column but the first one has a condition");
        table.add_column(std::move(column));
    }

    /// "Noun number gender": a symbol and its features.
    void declare(const Section& section) {
        const std::vector<std::string> words = words_of(section.parts.front());
        if (words.empty()) throw Error("the heading names no symbol");
        if (find_symbol(language_, words[0])) throw Error("the symbol " + in_quotes(words[0]) + " is there twice");
        Symbol symbol;
        symbol.name = words[0];
        symbol.line = section.number;
        for (std::size_t i = 1; i < words.size(); ++i) {
            symbol.features.push_back(static_cast<std::size_t>(&feature_named(words[i]) - language_.features.data()));
        }
        language_.symbols.push_back(std::move(symbol));
    }

    Symbol& symbol_of(const Section& section) {
        return language_.symbols[symbol_named(language_, words_of(section.parts.front()).front())];
    }

    const Inflection* table(const Section& section, std::size_t part) const {
        if (part >= section.parts.size() || section.parts[part].empty()) return nullptr;
        const auto found = tables_.find(section.parts[part]);
        if (found == tables_.end()) throw Error("there is no inflection " + in_quotes(section.parts[part]));
        return &found->second;
    }

    /// "de le = du Article"
    void read_contractions(const Section& section) {
        Spelling& spelling = language_.spellings[side_of(section)];
        spelling.contracts_always = !section.parts.front().ends_with("sometimes");
        for_lines(section, [&](const std::vector<std::string>& words) {
            if (words.size() < 4 || words[2] != "=") throw Error("a contraction is 'one other = result'");
            Contraction contraction;
            for (std::size_t i = 3; i < words.size(); ++i) {
                if (const auto symbol = find_symbol(language_, words[i])) {
                    contraction.symbol = *symbol;
                } else {
                    contraction.result.push_back(word_id(spelling, words[i]));
                }
            }
            if (contraction.result.empty() || contraction.result.size() > 2) throw Error("one word comes of two, or two");
            spelling.contractions[{word_id(spelling, words[0]), word_id(spelling, words[1])}].push_back(contraction);
        });
    }

    void read_pairs(const Section& section) {
        for_lines(section, [&](const std::vector<std::string>& words) {
            if (words.size() != 2) throw Error("a pair has two parts of speech");
            language_.pairs.emplace_back(symbol_named(language_, words[0]), symbol_named(language_, words[1]));
        });
    }

    const std::vector<Section> sections_;
    std::set<std::string> known_;  // kinds of sections
    std::map<std::string, Inflection> tables_;
    Language language_;
};

}  // namespace

Language parse_language(std::string_view text, const std::string& where) {
    return within(where, [&] {
        Language language = LanguageReader(text).read();
        check_language(language);
        return language;
    });
}

Language read_language(const std::filesystem::path& path) { return parse_language(read_file(path), path.string()); }

}  // namespace vitrine::language
