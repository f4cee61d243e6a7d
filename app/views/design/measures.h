#pragma once
/// Measures the effect of a design choice in one number: which tensor shows it best, and what is measured there.

#include <string>
#include <string_view>

#include "app/views/design/measuring.h"

namespace vitrine {

struct ChoiceMeasure {
    std::string_view choice;      ///< of design_choices() or variant_choices()
    std::string path;             ///< the tensor's path
    std::string tensor;           ///< the tensor in words
    std::string_view name;        ///< the number's name
    std::string_view definition;  ///< a sentence that follows the name
    Measured (*of)(const Run&) = nullptr;
    Measured (*between)(const Run& before, const Run& now) = nullptr;  ///< replaces `of`: measures what has changed between two
                                                                       ///< runs
    bool may_be_negative = false;
    bool of_padded = false;  ///< only visible in sentences with padding
};

/// The measure of a choice in the paper's model, and in the model of a run. Requires: there is a choice of this name.
const ChoiceMeasure& measure_of_choice(std::string_view choice);
ChoiceMeasure measure_of_choice(std::string_view choice, const Run& run);

/// The measurements in two runs. `before` is empty for a number that compares both, and if both runs are the same, there is no
/// such number. Cached; only for the drawing thread.
struct MeasuredPair {
    Measured before, now;
};
MeasuredPair measured(const ChoiceMeasure& measure, const Run& before, const Run& now);

/// The number as shown on the screen.
struct ShownNumber {
    std::string name;   ///< "evenness of a row"
    std::string text;   ///< "0.6213 → 0.3127"; "0.6213" for a single run; "–" if there is no number
    std::string words;  ///< a sentence or two: what the number is, and why one or both runs have none
};

/// The measure of two runs. If neither has a number but the tensor has changed, the amount of that change.
ShownNumber shown_number(const ChoiceMeasure& measure, const Run& before, const Run& now);

}  // namespace vitrine
