#pragma once
/// What a number's card says of its terms and of what they make: all texts, and no drawing.

#include <optional>
#include <string>
#include <vector>

#include "app/frame/inspector/parts.h"

namespace vitrine {

/// A factor as its tensor's numbers are written, or as gradients are.
std::string factor_text(const State& state, const CellFactor& factor);

/// A term, a sum of terms, or the result.
std::string result_text(const Anatomised& number, double value);

/// The name of a term: the word in which it lies, or "i=3"; of a gradient with several uses also the tensor by which it is used,
/// where there is room: "∂Q i=3".
std::string term_label(const Anatomised& number, std::size_t place);

/// A line between the terms and the end of a card.
struct ResultLine {
    std::string label, value;
    std::optional<std::size_t> common{};  ///< the line multiplies by this common factor, to which a click leads
};

/// What is noted down between the terms and the result, the result, and why the recorded number is another one.
std::vector<ResultLine> result_lines(const Anatomised& number);

}  // namespace vitrine
