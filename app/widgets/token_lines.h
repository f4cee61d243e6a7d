#pragma once
/// Two columns of words with lines between them, as thick as what they stand for.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

struct TokenLine {
    int left = 0, right = 0;  ///< the words it joins
    double weight = 0;        ///< 0 … 1
};

struct TokenLinesInput {
    std::string name;  ///< the anchors are name/left/0, name/right/0 and so on
    std::vector<std::string> left, right;
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
