#pragma once
/// A tree of words that may follow each other, from left to right: a column for every step, a card for every word, curves between
/// them.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

/// How much a word is emphasised. Words with a higher rank are drawn later.
enum class WordRank : std::uint8_t {
    dropped,  ///< nothing follows it
    kept,     ///< the tree continues from it, or it ends a sentence
    best,     ///< in the best sentence, which is not the shown one
    path,     ///< in the shown sentence
};

enum class WordMark : std::uint8_t { none, forced, finished };

struct WordCard {
    std::string name;           ///< the name of the anchor
    int parent = -1;            ///< index of a card; −1: none
    float column = 0, row = 0;  ///< its position, in units of cards
    std::string word = {}, number = {};
    std::optional<double> share = std::nullopt;  ///< a bar, 0 … 1
    WordRank rank = WordRank::dropped;
    WordMark mark = WordMark::none;
    bool selected = false;
};

/// The distances between cards.
struct WordTreePitch {
    float across = 148, down = 48;
};

struct WordTreeInput {
    std::span<const WordCard> cards;  ///< parents before their children
    WordTreePitch pitch;
    Colour bar = 0;
};

struct WordTreeOutput {
    std::optional<std::size_t> hovered, clicked;  ///< a card
};

/// The area of a card, in a tree whose upper left corner is `corner`.
Rect word_card_area(ImVec2 corner, const WordTreePitch& pitch, float column, float row);

/// The size of a tree with this many columns and rows.
ImVec2 word_tree_size(const WordTreePitch& pitch, int columns, int rows);

/// Draws the tree from its upper left corner. Invisible cards are only registered.
WordTreeOutput word_tree(Ui& ui, ImVec2 corner, const WordTreeInput& input);

}  // namespace vitrine
