/// Reads the rules of a language.

#include <algorithm>
#include <cctype>

#include "core/language/building.h"
#include "core/text/plain_text.h"

namespace vitrine::language {

namespace {

/// "Noun:o[kind=object,number=plural]", "Core+": a constituent as a rule names it.
struct Reference {
    std::string symbol, label;
    std::vector<std::string> features;
    bool is_rest = false;
};

bool names_symbol(const std::string& word) { return std::isupper(static_cast<unsigned char>(word.front())); }

Reference read_reference(std::string text) {
    Reference reference;
    if (text.ends_with('+')) reference.is_rest = true, text.pop_back();
    if (const std::size_t bracket = text.find('['); bracket != std::string::npos) {
        if (!text.ends_with(']')) throw Error(in_quotes(text) + " has no ']' at its end");
        reference.features = parts_of(text.substr(bracket + 1, text.size() - bracket - 2), ',');
        text.resize(bracket);
    }
    const std::vector<std::string> both = parts_of(text, ':');
    reference.symbol = both[0];
    if (both.size() > 1) reference.label = both[1];
    return reference;
}

class RuleReader {
public:
    RuleReader(std::size_t symbol, Language& language) : language_(language) {
        const Symbol& described = language.symbols[symbol];
        for (const std::size_t feature : described.features) variable(language.features[feature].name, feature);
    }

    /// "held-out 3 tense=past : Subject Verb | Subject Verb"
    Rule read(const Line& line) {
        const std::size_t colon = line.text.find(" : ");
        if (colon == std::string::npos) throw Error("a rule is 'weight conditions : words | words'");
        rule_.line = line.number;
        read_head(line.text.substr(0, colon));
        const std::vector<std::string> both = sides_of(line.text.substr(colon + 3));
        if (both.size() != 2) throw Error("a rule has two sides, with '|' between them");
        for (const Side side : {source, target}) read_side(both[side], side);
        check_parts();
        if (rule_.children.size() == 1) rule_.head = 0;
        return std::move(rule_);
    }

private:
    static std::vector<std::string> sides_of(const std::string& text) {
        std::vector<std::string> sides(1);
        for (const std::string& word : words_of(text)) word == "|" ? void(sides.emplace_back()) : void(sides.back() += word + ' ');
        return sides;
    }

    /// Weight and conditions.
    void read_head(const std::string& text) {
        bool has_weight = false;
        for (const std::string& word : words_of(text)) {
            if (word == "held-out") {
                rule_.is_held_out = true;
            } else if (word == "always-trained") {
                rule_.is_always_trained = true;
            } else if (std::isdigit(static_cast<unsigned char>(word.front()))) {
                rule_.weight = weight_of(word), has_weight = true;
            } else {
                const std::vector<std::string> both = parts_of(word, '=');
                const auto found = std::ranges::find(names_, both.front());
                if (both.size() != 2 || found == names_.end()) throw Error(in_quotes(word) + " is no condition on a feature");
                Variable& variable = rule_.variables[static_cast<std::size_t>(found - names_.begin())];
                variable.values = read_values(language_.domains[variable.domain], both[1]);
            }
        }
        if (!has_weight) throw Error("the rule has no weight");
    }

    void read_side(const std::string& text, Side side) {
        Pattern& pattern = rule_.patterns[side];
        bool has_gap = false;
        for (const std::string& word : words_of(text)) {
            if (word == "+") {
                pattern.gap = pattern.items.size(), has_gap = true;
            } else {
                pattern.items.push_back(item(word, side));
            }
        }
        if (!has_gap) pattern.gap = pattern.items.size();
    }

    /// A word or a constituent; "que>Do" has the meaning of another constituent.
    Item item(std::string word, Side side) {
        const bool is_head = word.starts_with('^');
        if (is_head) word.erase(0, 1);
        const std::size_t arrow = word.find('>');
        if (arrow != std::string::npos) {
            Item item = this->item(word.substr(0, arrow), side);
            item.group = Item::none;
            item.aligned_child = child(read_reference(word.substr(arrow + 1)));
            return item;
        }
        if (!names_symbol(word)) return written(word, side);
        const Reference reference = read_reference(word);
        Item item;
        item.child = child(reference);
        item.part = reference.is_rest ? Part::rest : Part::whole;
        if (is_head) rule_.head = item.child;
        return item;
    }

    /// "pas", "pas/2" of another group, "to/0" without any meaning.
    Item written(const std::string& word, Side side) {
        const std::vector<std::string> both = parts_of(word, '/');
        Item item;
        item.form = read_form(language_.spellings[side], both[0]);
        item.group = 1;
        if (both.size() == 1) return item;
        if (both.size() > 2 || both[1].size() != 1 || !std::isdigit(static_cast<unsigned char>(both[1].front())))
            throw Error(in_quotes(word) + " is no 'word/group' with a group from 0 to 9");
        item.group = both[1] == "0" ? Item::none : both[1].front() - '0';
        return item;
    }

    /// The child that a reference means: the first one makes it, others repeat its name.
    int child(const Reference& reference) {
        const std::string name = reference.symbol + ':' + reference.label;
        const auto index = static_cast<std::size_t>(std::ranges::find(child_names_, name) - child_names_.begin());
        if (index == child_names_.size()) {
            child_names_.push_back(name);
            rule_.children.push_back(new_child(reference));
        }
        Child& child = rule_.children[index];
        const Symbol& symbol = language_.symbols[child.symbol];
        for (const std::string& text : reference.features) {
            const std::vector<std::string> both = parts_of(text, '=');
            const auto place = feature_of(language_, symbol, both.front());
            if (both.size() != 2 || !place) throw Error(in_quotes(text) + " is no feature of " + in_quotes(symbol.name));
            child.variables[*place] = asked(both[1], symbol.features[*place]);
        }
        return static_cast<int>(index);
    }

    /// A child whose features are the rule's of the same names.
    Child new_child(const Reference& reference) {
        Child child{symbol_named(language_, reference.symbol), {}};
        const std::string label = reference.label.empty() ? "" : ":" + reference.label;
        for (const std::size_t feature : language_.symbols[child.symbol].features) {
            child.variables.push_back(variable(language_.features[feature].name + label, feature));
        }
        return child;
    }

    /// A variable for "value" or "one/other", or that of another feature.
    std::size_t asked(std::string text, std::size_t feature) {
        const Domain& domain = language_.domains[language_.features[feature].domain];
        std::ranges::replace(text, '/', '|');
        if (domain.named.contains(text.substr(0, text.find('|')))) {
            rule_.variables.push_back({language_.features[feature].domain, read_values(domain, text)});
            names_.emplace_back();
            return names_.size() - 1;
        }
        const auto other = std::ranges::find(language_.features, text.substr(0, text.find(':')), &Feature::name);
        if (other == language_.features.end() || other->domain != language_.features[feature].domain)
            throw Error(in_quotes(text) + " is neither a value nor a feature with the same values");
        return variable(text, static_cast<std::size_t>(other - language_.features.begin()));
    }

    /// The variable of that name, which may be new.
    std::size_t variable(const std::string& name, std::size_t feature) {
        const auto found = std::ranges::find(names_, name);
        if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
        const std::size_t domain = language_.features[feature].domain;
        rule_.variables.push_back({domain, language_.domains[domain].named.at("any")});
        names_.push_back(name);
        return names_.size() - 1;
    }

    /// A constituent whose rest stands on its own loses it where its name stands. None is there twice.
    void check_parts() {
        for (std::size_t child = 0; child < rule_.children.size(); ++child) {
            for (Pattern& pattern : rule_.patterns) {
                const auto count = [&](Part part) {
                    return std::ranges::count_if(pattern.items, [&](const Item& item) {
                        return item.child == static_cast<int>(child) && item.part == part;
                    });
                };
                if (count(Part::whole) > 1 || count(Part::rest) > count(Part::whole))
                    throw Error(in_quotes(child_names_[child]) + " stands once on a side, and so may its rest");
                if (count(Part::rest) == 0) continue;
                for (Item& item : pattern.items) {
                    if (item.child == static_cast<int>(child) && item.part == Part::whole) item.part = Part::first;
                }
            }
        }
    }

    Language& language_;
    Rule rule_;
    std::vector<std::string> names_;        // of the rule's variables; "" without a name
    std::vector<std::string> child_names_;  // "Noun:o"
};

}  // namespace

void read_rules(const Section& section, std::size_t symbol, Language& language) {
    for (const Line& line : section.lines) {
        at_line(line.number, [&] { language.symbols[symbol].rules.push_back(RuleReader(symbol, language).read(line)); });
    }
    if (section.lines.empty()) throw Error("there are no rules below this heading");
}

}  // namespace vitrine::language
