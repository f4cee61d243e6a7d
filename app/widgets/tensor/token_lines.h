#pragma once
/// Two columns of words with lines between them; the thickness of a line shows its weight.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

/// All or some words of a text. A word is identified by its position in the text.
struct TokenColumn {
    std::vector<std::string> words;
    std::vector<int> places = {};  ///< the positions of these words, ascending; empty: all words of the text
    int before = 0, behind = 0;    ///< number of words at the beginning and at the end that are set apart, each with a line of
                                   ///< its own

    int count() const { return static_cast<int>(words.size()); }
    int place(int row) const { return places.empty() ? row : places[static_cast<std::size_t>(row)]; }
    int row(int place) const;  ///< −1: the word is not in the column
};

struct TokenLine {
    int left = 0, right = 0;  ///< positions of the connected words, each in its column
    double weight = 0;        ///< 0 … 1
};

struct TokenLinesInput {
    std::string name;  ///< the anchors are name/left/PLACE and name/right/PLACE
    TokenColumn left, right;
    std::span<const TokenLine> lines;  ///< if there are very many, only the heaviest are drawn, and those of the chosen or
                                       ///< hovered word
    int chosen = -1;                   ///< the left word whose lines are emphasised; −1: none
    int answer = -1;                   ///< the right word of the chosen pair; −1: none
    Colour colour = 0;
    float most_for_words = 0.3f;  ///< the part of the width that words on one side may take; longer words are shortened
};

struct TokenLinesOutput {
    std::optional<int> clicked_left, clicked_right;
    std::optional<int> hovered_left, hovered_right;
    std::size_t left_out = 0;  ///< number of lines that are not drawn, so that the others can be seen
};

/// Draws both columns as high as the area.
TokenLinesOutput token_lines(Ui& ui, const Rect& area, const TokenLinesInput& input);

}  // namespace vitrine
