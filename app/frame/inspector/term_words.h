#pragma once
/// The texts on a number's card about its terms and their result. Nothing is drawn here.

#include <optional>
#include <string>
#include <vector>

#include "app/frame/inspector/parts.h"

namespace vitrine {

/// A factor, written like the numbers of its tensor, or like a gradient.
std::string factor_text(const State& state, const CellFactor& factor);

/// A term, a sum of terms, or the result.
std::string result_text(const Anatomised& number, double value);

/// The name of a term: its word, or "i=3". For a gradient with several uses, also the tensor that uses it, if there is room: "∂Q
/// i=3".
std::string term_label(const Anatomised& number, std::size_t place);

/// A line between the terms and the end of a card.
struct ResultLine {
    std::string label, value;
    std::optional<std::size_t> common{};  ///< the line multiplies by this common factor; a click leads to it
};

/// The intermediate results between the terms and the result, the result, and why the recorded number differs from it.
std::vector<ResultLine> result_lines(const Anatomised& number);

}  // namespace vitrine
