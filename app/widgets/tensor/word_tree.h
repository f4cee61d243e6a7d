#pragma once
/// Words that may follow each other, as a tree from left to right: a column for every step, a card for every word, curves between.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

/// How much a word stands out. What stands out more is drawn later.
enum class WordRank : std::uint8_t {
    dropped,  ///< nothing follows it
    kept,     ///< the tree goes on from it, or it ends a sentence
    best,     ///< it is in the best sentence, which is not the one in question
    path,     ///< it is in the sentence in question
};

enum class WordMark : std::uint8_t { none, forced, finished };

struct WordCard {
    std::string name;           ///< the anchor's
    int parent = -1;            ///< among the cards; −1: none
    float column = 0, row = 0;  ///< its place, in cards
    std::string word = {}, number = {};
    std::optional<double> share = std::nullopt;  ///< a bar, 0 … 1
    WordRank rank = WordRank::dropped;
    WordMark mark = WordMark::none;
    bool selected = false;
};

/// How far the cards lie from one another.
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

/// Where the card of a place lies in a tree that begins at a corner.
Rect word_card_area(ImVec2 corner, const WordTreePitch& pitch, float column, float row);

/// How much room so many columns and rows take.
ImVec2 word_tree_size(const WordTreePitch& pitch, int columns, int rows);

/// Draws the tree from its upper left corner. What cannot be seen is registered only.
WordTreeOutput word_tree(Ui& ui, ImVec2 corner, const WordTreeInput& input);

}  // namespace vitrine
