#pragma once
/// The numbers among the decoding options. Each can be typed, and all but the seed have a slider.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/field.h"
#include "core/decode/generate.h"
#include "core/model/configuration.h"

namespace vitrine {

/// Limits that depend on the model and the sentence.
struct DecodingLimits {
    Size vocabulary = 1;        ///< number of target words
    Size words = 1;             ///< the most new words
    bool after_prompt = false;  ///< the new words follow a prompt
};
DecodingLimits decoding_limits(const Configuration& configuration, Size source_length);

struct DecodingNumber {
    std::string_view name;                  ///< at the end of its anchor
    std::string_view label, tip;            ///< on screen
    std::optional<Strategy> strategy = {};  ///< the strategy that uses it; nothing: all do
    bool whole = false;                     ///< whole numbers only
    bool holds = false;                     ///< the sentence stays while the slider is dragged
    int decimals = 0;                       ///< the least number of decimals shown
    double least = 0;
    double (*most)(const DecodingLimits&);
    std::vector<double> (*values)(const DecodingLimits&) = nullptr;  ///< the places of its slider; null: it has no slider
    double (*get)(const DecodeOptions&, const DecodingLimits&);
    void (*set)(DecodeOptions&, double, const DecodingLimits&);
};

/// The numbers in the order of the screen.
std::span<const DecodingNumber> decoding_numbers();

/// The note for a hovered number.
std::string tip_of(const DecodingNumber& number, const DecodingLimits& limits);

/// The anchor of a number's control, and the number with this anchor; null if there is none.
std::string anchor_of(const DecodingNumber& number);
const DecodingNumber* number_at(std::string_view anchor);

/// The options of the shown decoding, and their limits. Requires: a run is shown.
struct DecodingNow {
    DecodeOptions options;
    DecodingLimits limits;
};
DecodingNow decoding_now(const State& state);

/// "0.70", "0.333", "12"; "all" for a top-k that cuts nothing off.
std::string text_of(const DecodingNumber& number, const DecodeOptions& options, const DecodingLimits& limits);

/// A typed number, or the reason why it is refused: "“-1” is no number from 0 to 2."
struct ReadDecodingNumber {
    std::optional<double> value = {};
    std::string problem = {};
};
ReadDecodingNumber read_number(const DecodingNumber& number, const DecodingLimits& limits, std::string_view text);

/// What a text typed beside the control with this anchor changes: see TypedSetting.
ReadSetting read_decoding_setting(const State& state, const std::string& anchor, const std::string& text);

/// "A number from 0 to 2", "A whole number from 1 to 18, or all".
std::string range_words(const DecodingNumber& number, const DecodingLimits& limits);

/// The slider's place nearest to a value. Requires: the number has a slider.
int nearest_place(const DecodingNumber& number, const DecodingLimits& limits, double value);

/// The value at the slider's next place, upwards or downwards; at the end, the value itself.
double next_value(const DecodingNumber& number, const DecodingLimits& limits, double value, int by);

}  // namespace vitrine
