#include "app/training/settings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr double widths[] = {8, 16, 32, 64, 128, 256};
constexpr double head_counts[] = {1, 2, 4, 8};
constexpr double layer_counts[] = {1, 2, 3, 4, 6};
constexpr double hidden_widths[] = {16, 32, 64, 128, 256, 512, 1024};
constexpr double dropouts[] = {0, 0.1, 0.2, 0.3, 0.5};
constexpr double batch_sizes[] = {1, 2, 4, 8, 16, 32, 64, 128};
constexpr double rates[] = {1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};
constexpr double warmups[] = {20, 50, 100, 200, 400, 1000, 2000, 4000};
constexpr double smoothings[] = {0, 0.05, 0.1, 0.2};
constexpr double clips[] = {0, 0.1, 0.25, 0.5, 1, 2, 5};
constexpr double seeds[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 2017};
constexpr double places[] = {0, 1, 2};
constexpr std::span<const double> off_on(places, 2);
constexpr std::string_view switches[] = {"off", "on"};
constexpr std::string_view architectures[] = {"both", "decoder", "encoder"};
constexpr std::string_view norms[] = {"after", "before"};
constexpr std::string_view optimizers[] = {"Adam", "AdamW", "SGD"};
constexpr std::string_view schedules[] = {"constant", "1/√step", "cosine"};

using enum TrainingOption;

constexpr std::array<OptionInfo, training_option_count> options{{
    {stacks, "stacks", "stacks",
     "an encoder and a decoder, as in the paper; a decoder alone, which learns to predict the next token of source and target "
     "joined into one text, as GPT does; or an encoder alone, which learns to predict hidden tokens, as BERT does",
     places, architectures},
    {d_model, "d_model", "d_model", "the dimension of the vector of each token", widths},
    {heads, "heads", "heads", "the number of heads of every attention", head_counts},
    {layers, "layers", "layers", "the number of layers of every stack", layer_counts},
    {feed_forward, "feed_forward", "feed-forward", "the dimension inside the feed-forward networks", hidden_widths},
    {dropout, "dropout", "dropout", "the fraction of values set to 0 at random in every training step", dropouts},
    {batch_size, "batch_size", "batch", "sentences per training step, or all if there are fewer", batch_sizes},
    {optimizer, "optimizer", "optimiser", "how gradients become changes of the parameters", places, optimizers},
    {schedule, "schedule", "schedule", "how the learning rate changes from step to step", places, schedules},
    {rate, "rate", "learning rate", "how far each step moves the parameters; a change takes effect from the next step on", rates},
    {warmup, "warmup", "warm-up", "steps during which the learning rate rises", warmups},
    {label_smoothing, "label_smoothing", "label smoothing",
     "the probability taken from each label and spread evenly over the whole vocabulary", smoothings},
    {clip, "clip", "clip at norm", "a gradient with a larger norm is scaled down to this norm", clips},
    {seed, "seed", "seed",
     "of all that is random: initial parameters, sentences and dropout. The same seed and choices give the same training", seeds},
    {causal_mask, "causal_mask", "causal mask", "no position of the decoder may attend to later positions", off_on, switches},
    {padding_mask, "padding_mask", "padding mask", "no query may attend to padding", off_on, switches},
    {norm, "norm", "LayerNorm", "after every sublayer, as in the paper, or before it", off_on, norms},
    {scale_scores, "scale_scores", "scores ÷ √d", "divided by the square root of the head dimension, as in the paper", off_on,
     switches},
    {positions, "positions", "positions", "positional encodings, added to the embeddings", off_on, switches},
    {residuals, "residuals", "residual connections", "each sublayer adds its result to its input instead of replacing it", off_on,
     switches},
}};

/// Calls visit with the member for an option.
template <class Settings, class Visit>
auto with_member(Settings& s, TrainingOption option, Visit&& visit) {
    switch (option) {
        case stacks:
            return visit(s.architecture);
        case d_model:
            return visit(s.d_model);
        case heads:
            return visit(s.heads);
        case layers:
            return visit(s.layers);
        case feed_forward:
            return visit(s.feed_forward);
        case dropout:
            return visit(s.dropout);
        case batch_size:
            return visit(s.batch_size);
        case optimizer:
            return visit(s.optimizer);
        case schedule:
            return visit(s.schedule);
        case rate:
            return visit(s.rate);
        case warmup:
            return visit(s.warmup);
        case label_smoothing:
            return visit(s.label_smoothing);
        case clip:
            return visit(s.clip);
        case seed:
            return visit(s.seed);
        case causal_mask:
            return visit(s.causal_mask);
        case padding_mask:
            return visit(s.padding_mask);
        case norm:
            return visit(s.norm);
        case scale_scores:
            return visit(s.scale_scores);
        case positions:
            return visit(s.positions);
        default:
            return visit(s.residuals);
    }
}

}  // namespace

namespace {

/// "32"; "4 × 32" for four batches in a step; "4 096 tokens".
std::string batch_text(const TrainingSettings& settings) {
    const std::string several = settings.accumulated > 1 ? fmt::format("{} × ", settings.accumulated) : "";
    if (settings.batch_tokens > 0) return several + grouped(settings.batch_tokens) + " tokens";
    return several + std::to_string(settings.batch_size);
}

bool differs(const TrainingSettings& first, const TrainingSettings& second, TrainingOption option) {
    if (option == batch_size && (first.batch_tokens != second.batch_tokens || first.accumulated != second.accumulated)) return true;
    return option_value(first, option) != option_value(second, option);
}

}  // namespace

const OptionInfo& option_info(TrainingOption option) { return options[static_cast<std::size_t>(option)]; }

bool has_effect(const TrainingSettings& settings, TrainingOption option) {
    switch (option) {
        case stacks:
        case d_model:
        case heads:
        case layers:
        case feed_forward:
        case norm:
            return settings.from == TrainingStart::new_model;
        case batch_size:
            return settings.task != open_sentences;
        case causal_mask:
            return settings.from != TrainingStart::new_model || settings.architecture != Architecture::encoder;
        case warmup:
            return settings.schedule != ScheduleKind::constant;
        default:
            return true;
    }
}

double option_value(const TrainingSettings& settings, TrainingOption option) {
    return with_member(settings, option, [](const auto& member) { return static_cast<double>(member); });
}

void set_option(TrainingSettings& settings, TrainingOption option, double value) {
    if (option == batch_size) settings.batch_tokens = 0, settings.accumulated = 1;
    with_member(settings, option, [value](auto& member) { member = static_cast<std::decay_t<decltype(member)>>(value); });
}

int option_place(const TrainingSettings& settings, TrainingOption option) {
    const std::span<const double> values = option_info(option).values;
    const double value = option_value(settings, option);
    const auto nearest = std::ranges::min_element(values, {}, [value](double choice) { return std::abs(choice - value); });
    return static_cast<int>(nearest - values.begin());
}

std::string option_text(const TrainingSettings& settings, TrainingOption option) {
    const OptionInfo& info = option_info(option);
    if (option == batch_size) return batch_text(settings);
    if (!info.words.empty()) return std::string(info.words[static_cast<std::size_t>(option_place(settings, option))]);
    const double value = option_value(settings, option);
    if (option == layers && settings.architecture == Architecture::transformer) return fmt::format("{0:g} + {0:g}", value);
    if (option == clip && value == 0) return "none";
    return value >= 1e-4 || value == 0 ? fmt::format("{:g}", value) : fmt::format("{:.0e}", value);
}

bool acts_at_once(TrainingOption option) { return option == rate; }

int differences(const TrainingSettings& first, const TrainingSettings& second) {
    int count = (first.task != second.task) + (first.from != second.from);
    for (const OptionInfo& info : options) {
        if (acts_at_once(info.option)) continue;
        if (!has_effect(first, info.option) && !has_effect(second, info.option)) continue;
        count += differs(first, second, info.option);
    }
    return count;
}

std::string option_words(const TrainingSettings& first, const TrainingSettings& second) {
    constexpr int most = 2;
    std::string words;
    int count = 0;
    for (const OptionInfo& info : options) {
        if (!has_effect(first, info.option) && !has_effect(second, info.option)) continue;
        if (!differs(first, second, info.option)) continue;
        if (++count > most) continue;
        words += (words.empty() ? "" : ", ") + std::string(info.label) + ' ' + option_text(first, info.option);
    }
    return count > most ? words + fmt::format(" and {} more", count - most) : words;
}

}  // namespace vitrine
