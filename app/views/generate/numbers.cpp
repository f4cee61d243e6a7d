#include "app/views/generate/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/state/state.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"

namespace vitrine {

namespace {

constexpr double most_beams = 10, most_seed = 9'007'199'254'740'992;  // 2^53: whole numbers up to it are doubles

std::vector<double> steps_of(double from, double to, double by) {
    std::vector<double> values;
    const int count = static_cast<int>(std::lround((to - from) / by));
    for (int i = 0; i <= count; ++i) values.push_back(from + by * i);
    return values;
}

/// 1, 2, 3 … and farther apart the larger they are; `most` is the last.
std::vector<double> counts_to(Size most) {
    std::vector<double> values;
    for (Size i = 1; i < most; i += i < 20 ? 1 : i < 50 ? 5 : i < 100 ? 10 : i < 1000 ? 100 : 5000) values.push_back(double(i));
    values.push_back(double(most));
    return values;
}

using Limits = DecodingLimits;
using Options = DecodeOptions;

constexpr DecodingNumber all_numbers[] = {
    {.name = "beams",
     .label = "beams",
     .tip = "how many sentences are continued at once",
     .strategy = Strategy::beam,
     .whole = true,
     .least = 1,
     .most = [](const Limits&) { return most_beams; },
     .values = [](const Limits&) { return counts_to(static_cast<Size>(most_beams)); },
     .get = [](const Options& options, const Limits&) { return double(options.beams); },
     .set = [](Options& options, double value, const Limits&) { options.beams = static_cast<Size>(value); }},
    {.name = "length-penalty",
     .label = "length penalty α",
     .tip = "score = log P ÷ ((5 + length) ÷ 6)^α: a larger α favours longer sentences",
     .strategy = Strategy::beam,
     .decimals = 1,
     .most = [](const Limits&) { return 2.0; },
     .values = [](const Limits&) { return steps_of(0, 2, 0.1); },
     .get = [](const Options& options, const Limits&) { return options.length_penalty; },
     .set = [](Options& options, double value, const Limits&) { options.length_penalty = value; }},
    {.name = "temperature",
     .label = "temperature",
     .tip = "divides the logits: below 1 likely tokens gain, above 1 the others; 0 takes the likeliest",
     .strategy = Strategy::sample,
     .holds = true,
     .decimals = 2,
     .most = [](const Limits&) { return 2.0; },
     .values = [](const Limits&) { return steps_of(0, 2, 0.05); },
     .get = [](const Options& options, const Limits&) { return options.sampling.temperature; },
     .set = [](Options& options, double value, const Limits&) { options.sampling.temperature = value; }},
    {.name = "top-k",
     .label = "top-k",
     .tip = "only this many of the likeliest tokens can be drawn",
     .strategy = Strategy::sample,
     .whole = true,
     .holds = true,
     .least = 1,
     .most = [](const Limits& limits) { return double(limits.vocabulary); },
     .values = [](const Limits& limits) { return counts_to(limits.vocabulary); },
     .get = [](const Options& options,
               const Limits& limits) { return double(options.sampling.top_k == 0 ? limits.vocabulary : options.sampling.top_k); },
     .set =
         [](Options& options, double value, const Limits& limits) {
             options.sampling.top_k = value >= double(limits.vocabulary) ? 0 : static_cast<Size>(value);
         }},
    {.name = "top-p",
     .label = "top-p",
     .tip = "of these, the fewest of the likeliest tokens with at least this total probability (nucleus)",
     .strategy = Strategy::sample,
     .holds = true,
     .decimals = 2,
     .least = 0.01,
     .most = [](const Limits&) { return 1.0; },
     .values = [](const Limits&) { return steps_of(0.01, 1, 0.01); },
     .get = [](const Options& options, const Limits&) { return options.sampling.top_p; },
     .set = [](Options& options, double value, const Limits&) { options.sampling.top_p = value; }},
    {.name = "seed",
     .label = "seed",
     .tip = "the same seed draws the same tokens",
     .strategy = Strategy::sample,
     .whole = true,
     .most = [](const Limits&) { return most_seed; },
     .get = [](const Options& options, const Limits&) { return double(options.seed); },
     .set = [](Options& options, double value, const Limits&) { options.seed = static_cast<std::uint64_t>(value); }},
    {.name = "new-tokens",
     .label = "new tokens at most",
     .tip = "after <bos>, including <eos>",
     .whole = true,
     .least = 1,
     .most = [](const Limits& limits) { return double(limits.words); },
     .values = [](const Limits& limits) { return counts_to(limits.words); },
     .get = [](const Options& options,
               const Limits& limits) { return double(options.max_new_tokens == 0 ? limits.words : options.max_new_tokens); },
     .set = [](Options& options, double value, const Limits&) { options.max_new_tokens = static_cast<Size>(value); }},
};

bool may_be_all(const DecodingNumber& number) { return number.name == "top-k"; }

/// The whole text as a finite number.
std::optional<double> number_in(std::string_view text) {
    double value = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && stopped == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(' ') + 1));
    return text;
}

/// "number from 0 to 2".
std::string range_of(const DecodingNumber& number, const DecodingLimits& limits) {
    const double most = number.most(limits);
    return fmt::format("{}number from {} to {}", number.whole ? "whole " : "", number.least,
                       number.whole ? fmt::format("{:.0f}", most) : fmt::format("{:g}", most));
}

}  // namespace

DecodingLimits decoding_limits(const Configuration& configuration, Size source_length) {
    return {.vocabulary = configuration.tgt_vocab_size,
            .words = std::max<Size>(1, most_new_tokens({}, configuration, source_length)),
            .after_prompt = !configuration.has_encoder()};
}

std::string tip_of(const DecodingNumber& number, const DecodingLimits& limits) {
    if (number.name == "new-tokens" && limits.after_prompt) return "after the prompt, including an end";
    return std::string(number.tip);
}

std::span<const DecodingNumber> decoding_numbers() { return all_numbers; }

std::string anchor_of(const DecodingNumber& number) { return "generate/" + std::string(number.name); }

const DecodingNumber* number_at(std::string_view anchor) {
    const auto found = std::ranges::find(all_numbers, anchor, anchor_of);
    return found == std::end(all_numbers) ? nullptr : &*found;
}

DecodingNow decoding_now(const State& state) {
    const DecodingQuestion question = *decoding_question(state);
    const Configuration& c = question.model->configuration;
    const auto length = static_cast<Size>(question.source.size());
    return {clamped(state.of<GenerateView>().options, c, length), decoding_limits(c, length)};
}

std::string text_of(const DecodingNumber& number, const DecodeOptions& options, const DecodingLimits& limits) {
    if (number.name == "seed") return std::to_string(options.seed);  // of which a double does not hold all digits
    const double value = number.get(options, limits);
    if (may_be_all(number) && options.sampling.top_k == 0) return "all";
    if (number.whole) return fmt::format("{:.0f}", value);
    std::string text = fmt::format("{:.{}f}", value, number.decimals);
    constexpr double rounding = 1e-9;
    return std::abs(*number_in(text) - value) < rounding ? text : fmt::format("{:.6g}", value);
}

ReadDecodingNumber read_number(const DecodingNumber& number, const DecodingLimits& limits, std::string_view text) {
    const std::string_view typed = trimmed(text);
    if (may_be_all(number) && typed == "all") return {.value = number.most(limits)};
    const auto value = number_in(typed);
    const bool fits = value && *value >= number.least && *value <= number.most(limits);
    if (fits && (!number.whole || *value == std::floor(*value))) return {.value = value};
    return {.problem = fmt::format("{} is not a {}{}.", briefly_quoted(std::string(typed)), range_of(number, limits),
                                   may_be_all(number) ? ", nor “all”" : "")};
}

ReadSetting read_decoding_setting(const State& state, const std::string& anchor, const std::string& text) {
    const DecodingNumber* number = number_at(anchor);
    if (!number || !state.run) return {.problem = "No model is open."};
    if (!decoding_question(state)) return {.problem = "This model generates nothing."};
    const auto [options, limits] = decoding_now(state);
    const ReadDecodingNumber read = read_number(*number, limits, text);
    if (!read.value) return {.problem = read.problem};
    DecodeOptions changed = options;
    number->set(changed, *read.value, limits);
    return {.sets = SetDecoding{changed}};
}

std::string range_words(const DecodingNumber& number, const DecodingLimits& limits) {
    return "A " + range_of(number, limits) + (may_be_all(number) ? ", or “all”" : "");
}

int nearest_place(const DecodingNumber& number, const DecodingLimits& limits, double value) {
    const std::vector<double> values = number.values(limits);
    const auto off = [value](double place) { return std::abs(place - value); };
    return static_cast<int>(std::ranges::min_element(values, {}, off) - values.begin());
}

double next_value(const DecodingNumber& number, const DecodingLimits& limits, double value, int by) {
    constexpr double rounding = 1e-9;
    const std::vector<double> values = number.values(limits);
    if (by > 0) {
        const auto above = std::ranges::find_if(values, [value](double place) { return place > value + rounding; });
        return above == values.end() ? value : *above;
    }
    const auto below = std::find_if(values.rbegin(), values.rend(), [value](double place) { return place < value - rounding; });
    return below == values.rend() ? value : *below;
}

}  // namespace vitrine
