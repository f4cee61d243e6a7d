#pragma once
/// Draws a sentence of a language, and writes it in both.

#include <span>
#include <string_view>

#include "core/language/language.h"
#include "core/tensor/random.h"

namespace vitrine::language {

/// A sentence in both languages.
struct Text {
    std::vector<Word> source, target;
    std::vector<std::pair<int, int>> alignment;  ///< pairs (place in target, place in source) of words of one meaning, no signs
};

/// A sentence as a tree of rules and words. Keeps its memory from one sentence to the next.
class Derivation {
public:
    /// Draws a tree. Most dead ends of a grammar are avoided; after one, everything is drawn again. Throws Error if there is no
    /// way out of them.
    void draw(const Language& language, Random& random);

    /// Writes the drawn sentence, replacing what is in `text`. Draws the features that nothing has decided.
    void write(const Language& language, Random& random, Text& text);

    /// Whether a rule was used that is held out, or one that is always trained.
    bool has_held_out_rule() const { return has_held_out_rule_; }
    bool has_trained_rule() const { return has_trained_rule_; }

    /// The base words, in alphabetical order, of the pairs that the language names (Language::pairs).
    using BasePair = std::array<std::string_view, 2>;
    std::span<const BasePair> pairs() const { return pairs_; }

private:
    friend class TreeSearch;  // builds the tree of a given sentence

    /// A constituent. Its features are slots_[places_[first_place + i]], its children children_[first_child + i].
    struct Node {
        std::size_t symbol, choice;  // a rule or a lexeme
        std::size_t first_place, first_child;
        int head;  // the node of a lexeme; none: no word stands for the whole
    };

    /// A value to be found or decided.
    struct Slot {
        std::size_t domain;
        Values values;
    };

    /// A written word, and what it was written for.
    struct Token {
        Form form;
        std::size_t symbol;           // of its lexeme
        std::array<int, 2> meanings;  // words of both languages that share one are aligned; none: no meaning
    };

    /// How much of a tree there was at some moment.
    struct Mark {
        std::size_t nodes, children, places;
        std::vector<Slot> slots;
    };

    /// A rule whose constituents are still missing, and the first of the places of its variables.
    struct OpenRule {
        Node node;
        std::size_t variables;
    };

    static constexpr int none = -1, dead_end = -2, deepest = 40;

    void begin();
    bool matches(std::size_t place, Values values) const { return slots_[places_[place]].values & values; }
    bool fits(const Lexeme& lexeme, std::size_t first_place) const;
    bool fits(const Rule& rule, std::size_t features, std::size_t first_place) const;
    int draw(std::size_t symbol, std::size_t first_place, int depth);
    int draw_lexeme(std::size_t symbol, std::size_t first_place);
    int draw_rule(std::size_t symbol, std::size_t first_place, int depth);
    int add_lexeme(std::size_t symbol, std::size_t choice, std::size_t first_place);
    OpenRule open_rule(std::size_t symbol, std::size_t choice, std::size_t first_place);
    std::size_t hand_places(const Child& child, std::size_t variables);
    int close_rule(Node node);
    Mark mark() const { return {nodes_.size(), children_.size(), places_.size(), slots_}; }
    void take_back(const Mark& mark);
    void find_pairs(const Node& node, std::size_t children);
    void write(int node, Side side, Part part);
    void write_lexeme(int node, Side side, Part part);
    void write_rule(int node, Side side, Part part);
    const Forms& form_of(const Node& node, Side side);
    Values settled(std::size_t place);
    void elide(Side side);
    void contract(Side side);
    const Contraction* contraction(Side side, std::size_t first);
    void align(Text& text) const;

    const Language* language_ = nullptr;
    Random* random_ = nullptr;
    std::vector<Node> nodes_;
    std::vector<int> children_;
    std::vector<std::size_t> places_;
    std::vector<Slot> slots_;
    std::vector<BasePair> pairs_;
    std::array<std::vector<Token>, 2> tokens_;
    bool has_held_out_rule_ = false, has_trained_rule_ = false;
};

}  // namespace vitrine::language
