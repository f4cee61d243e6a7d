#pragma once
/// Two columns of words with lines between them, as thick as what they stand for.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

/// The words of a text, or some of them. A word is known by its place in the text.
struct TokenColumn {
    std::vector<std::string> words;
    std::vector<int> places = {};  ///< of these words, ascending; empty: they are the whole text
    int before = 0, behind = 0;    ///< so many at the beginning and at the end stand apart from the others, a line for each

    int count() const { return static_cast<int>(words.size()); }
    int place(int row) const { return places.empty() ? row : places[static_cast<std::size_t>(row)]; }
    int row(int place) const;  ///< −1: the word is not here
};

struct TokenLine {
    int left = 0, right = 0;  ///< the words it joins, both of which are here
    double weight = 0;        ///< 0 … 1
};

struct TokenLinesInput {
    std::string name;  ///< the anchors are name/left/PLACE and name/right/PLACE
    TokenColumn left, right;
    std::span<const TokenLine> lines;  ///< where there are very many, only the heaviest of those not asked for are drawn
    int chosen = -1;                   ///< the word on the left whose lines stand out; −1: none
    int answer = -1;                   ///< the word on the right it is about; −1: none
    Colour colour = 0;
};

struct TokenLinesOutput {
    std::optional<int> clicked_left, clicked_right;
    std::optional<int> hovered_left, hovered_right;
    std::size_t left_out = 0;  ///< lines that were not drawn, so that the others can be seen
};

/// Both columns are as high as the area.
TokenLinesOutput token_lines(Ui& ui, const Rect& area, const TokenLinesInput& input);

}  // namespace vitrine
