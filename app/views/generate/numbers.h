#pragma once
/// The numbers among the options of decoding: each is typed, and all but the seed are moved by a slider.

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
    bool after_prompt = false;  ///< they follow a prompt
};
DecodingLimits decoding_limits(const Configuration& configuration, Size source_length);

struct DecodingNumber {
    std::string_view name;                  ///< at the end of its anchor
    std::string_view label, tip;            ///< on screen
    std::optional<Strategy> strategy = {};  ///< that uses it; nothing: all do
    bool whole = false;                     ///< it counts something
    bool holds = false;                     ///< while its slider is dragged, the sentence stays
    int decimals = 0;                       ///< the least written
    double least = 0;
    double (*most)(const DecodingLimits&);
    std::vector<double> (*values)(const DecodingLimits&) = nullptr;  ///< the places of its slider; null: it has none
    double (*get)(const DecodeOptions&, const DecodingLimits&);
    void (*set)(DecodeOptions&, double, const DecodingLimits&);
};

/// In the order of the screen.
std::span<const DecodingNumber> decoding_numbers();

/// What hovering a number says of it.
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

/// "0.70", "0.333", "12"; "all" for a top-k that cuts nothing.
std::string text_of(const DecodingNumber& number, const DecodeOptions& options, const DecodingLimits& limits);

/// A typed number, or why it is none: "“-1” is no number from 0 to 2."
struct ReadDecodingNumber {
    std::optional<double> value = {};
    std::string problem = {};
};
ReadDecodingNumber read_number(const DecodingNumber& number, const DecodingLimits& limits, std::string_view text);

/// What a text typed beside the control with this anchor sets: see TypedSetting.
ReadSetting read_decoding_setting(const State& state, const std::string& anchor, const std::string& text);

/// "A number from 0 to 2", "A whole number from 1 to 18, or all".
std::string range_words(const DecodingNumber& number, const DecodingLimits& limits);

/// The place of the slider nearest to a value. Requires: the number has a slider.
int nearest_place(const DecodingNumber& number, const DecodingLimits& limits, double value);

/// The next place of the slider above or below a value; the value itself at the end.
double next_value(const DecodingNumber& number, const DecodingLimits& limits, double value, int by);

}  // namespace vitrine
