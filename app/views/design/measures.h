#pragma once
/// Measures the effect of a design choice in one number: which tensor shows it best, and what is measured there.

#include <string>
#include <string_view>

#include "app/views/design/measuring.h"
#include "app/views/design/places.h"

namespace vitrine {

/// What a measure is a mean over, besides tokens; the pictures beside it show one head of one sentence.
enum class MeanOver : std::uint8_t { neither, heads, pairs_of_heads };

struct ChoiceMeasure {
    std::string_view choice;                  ///< of design_choices() or variant_choices()
    DesignTensor shown{};                     ///< the tensor in which the effect shows
    std::string path = {}, tensor = {};       ///< its path in the run's model, and what it is called
    std::string_view name;                    ///< of the number
    std::string definition;                   ///< a sentence that follows the name
    std::string_view falls = {}, rises = {};  ///< what it means that the number is smaller, or larger, with the choice switched off
    Measured (*of)(const Run&) = nullptr;
    Measured (*between)(const Run& first, const Run& second) = nullptr;  ///< in place of `of`: how far two runs are apart
    bool may_be_negative = false;
    MeanOver mean_over = MeanOver::neither;
    bool of_padded = false;  ///< only visible in sentences with padding
};

/// The measure of a choice in the model of a run. Requires: there is a choice of this name.
ChoiceMeasure measure_of_choice(std::string_view choice, const Run& run);

/// What is measured in two runs; `first` is empty for a number between them. There is no number between a run and itself. Cached;
/// for the drawing thread.
struct MeasuredPair {
    Measured first, second;
};
MeasuredPair measured(const ChoiceMeasure& measure, const Run& first, const Run& second);

/// The number as shown on the screen.
struct ShownNumber {
    std::string name;          ///< "evenness of a row"
    std::string text;          ///< "0.6213 → 0.3127"; of one run "0.6213"; "–" where there is no number
    std::string words;         ///< a sentence or two: what it is, and why there is none in one of the runs or in both
    std::string of = {};       ///< "all 4 heads, all 5 sentences": what it is a mean of; empty where that goes without saying
    std::string outcome = {};  ///< what the two numbers say of the choice in these runs; empty where they say nothing
};

/// What the two runs are called: "on" and "off" where the second is the first with the explained choice switched off.
struct PairNames {
    std::string_view first = "first", second = "second";

    bool are_on_and_off() const { return first == "on" && second == "off"; }
};
inline constexpr PairNames on_and_off{"on", "off"};

/// The measure of two runs. If neither run has a number but the tensor has changed, the number is how much it has changed.
ShownNumber shown_number(const ChoiceMeasure& measure, const Run& first, const Run& second, const PairNames& names = {});

}  // namespace vitrine
