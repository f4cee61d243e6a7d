/// The left column of the view: the decoding strategy, its options, and the resulting sentences.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/view.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// A number chosen from a row of values by a slider.
struct NumberSlider {
    std::string name, label;
    std::vector<double> values;
    double value = 0;
    std::string text;  ///< the value in words
    std::string tip;
    bool holds = false;  ///< the sentence waits until it is let go
};

int nearest_place(const NumberSlider& input) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < input.values.size(); ++i) {
        if (std::abs(input.values[i] - input.value) < std::abs(input.values[nearest] - input.value)) nearest = i;
    }
    return static_cast<int>(nearest);
}

/// Where options are set: each row changes one of them.
struct OptionRows {
    Ui& ui;
    Column& column;
    Commands& commands;

    template <class Set>
    void slider_row(const NumberSlider& input, const DecodeOptions& options, Set set) {
        const Rect row = column.row(38, 5);  // the slider, too
        const Rect label = ui.text(row.min, Font::note, ui.theme.dim, input.label);
        ui.text({row.max.x, row.min.y}, Font::mono, ui.theme.text, input.text,
                {.max_width = column.right - label.max.x - 8, .align = Align::right});
        if (ui.place(input.name + "/value", row).hovered && !input.tip.empty()) ui.note({input.label, input.tip});
        const SliderInput slides{.name = input.name, .place = nearest_place(input), .count = static_cast<int>(input.values.size())};
        if (const auto place = slider(ui, rect_at({row.min.x - 4, row.min.y + 19}, row.width() + 8, 18), slides)) {
            DecodeOptions changed = options;
            set(changed, input.values[static_cast<std::size_t>(*place)]);
            commands.push_back(SetDecoding{changed, input.holds});
        }
    }
};

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

void beam_rows(OptionRows& rows, const DecodeOptions& options) {
    constexpr Size most_beams = 10;
    rows.slider_row({.name = "generate/beams",
                     .label = "beams",
                     .values = counts_to(std::max(most_beams, options.beams)),
                     .value = double(options.beams),
                     .text = std::to_string(options.beams),
                     .tip = "so many sentences go on at once"},
                    options, [](DecodeOptions& changed, double value) { changed.beams = static_cast<Size>(value); });
    rows.slider_row({.name = "generate/length-penalty",
                     .label = "length penalty α",
                     .values = steps_of(0, 2, 0.1),
                     .value = options.length_penalty,
                     .text = fmt::format("{:.1f}", options.length_penalty),
                     .tip = "score = log P ÷ ((5 + length) ÷ 6)^α: the larger α, the better long sentences fare"},
                    options, [](DecodeOptions& changed, double value) { changed.length_penalty = value; });
    if (toggle(rows.ui, rows.column.row(24, 10),
               {.name = "generate/early-stopping",
                .label = "stop early",
                .on = options.early_stopping,
                .tip = "the search ends when as many sentences have ended as there are beams"})) {
        DecodeOptions changed = options;
        changed.early_stopping = !changed.early_stopping;
        rows.commands.push_back(SetDecoding{changed});
    }
}

void filter_rows(OptionRows& rows, const DecodeOptions& options, Size vocabulary) {
    const SamplingOptions& sampling = options.sampling;
    rows.slider_row({.name = "generate/temperature",
                     .label = "temperature",
                     .values = steps_of(0, 2, 0.05),
                     .value = sampling.temperature,
                     .text = fmt::format("{:.2f}", sampling.temperature),
                     .tip = "logits are divided by it: below 1 the likely words gain, above 1 the others; 0 takes the likeliest",
                     .holds = true},
                    options, [](DecodeOptions& changed, double value) { changed.sampling.temperature = value; });
    rows.slider_row({.name = "generate/top-k",
                     .label = "top-k",
                     .values = counts_to(vocabulary),
                     .value = double(sampling.top_k == 0 ? vocabulary : sampling.top_k),
                     .text = sampling.top_k == 0 ? "all" : std::to_string(sampling.top_k),
                     .tip = "only so many of the likeliest words can be drawn",
                     .holds = true},
                    options, [vocabulary](DecodeOptions& changed, double value) {
                        const auto count = static_cast<Size>(value);
                        changed.sampling.top_k = count >= vocabulary ? 0 : count;
                    });
    rows.slider_row({.name = "generate/top-p",
                     .label = "top-p",
                     .values = steps_of(0.01, 1, 0.01),
                     .value = sampling.top_p,
                     .text = fmt::format("{:.2f}", sampling.top_p),
                     .tip = "of these, as few of the likeliest as have this share together (nucleus)",
                     .holds = true},
                    options, [](DecodeOptions& changed, double value) { changed.sampling.top_p = value; });
}

void seed_rows(OptionRows& rows, const DecodeOptions& options) {
    constexpr int seeds = 1'000'000;
    const auto set = [&](std::uint64_t seed) {
        DecodeOptions changed = options;
        changed.seed = seed;
        rows.commands.push_back(SetDecoding{changed});
    };
    const int seed = static_cast<int>(std::min<std::uint64_t>(options.seed, seeds - 1));
    const StepperInput input{.name = "generate/seed",
                             .label = "seed",
                             .value = std::to_string(options.seed),
                             .place = seed,
                             .count = seeds,
                             .tip = "the same seed draws the same words"};
    if (const auto place = stepper(rows.ui, rows.column.row(24, 8), input)) set(static_cast<std::uint64_t>(*place));
    const ButtonFace again{.label = "Draw again", .tip = "with the next seed"};
    if (button(rows.ui, "generate/draw-again", rows.column.row(28, 12), again)) set(options.seed + 1);
}

/// The options of every strategy, and why keys and values cannot be cached, if so.
void common_rows(OptionRows& rows, const DecodeOptions& options, Size without_saying, const std::string& refusal) {
    const Size most = options.max_new_tokens == 0 ? without_saying : options.max_new_tokens;
    rows.slider_row({.name = "generate/new-tokens",
                     .label = "new words at most",
                     .values = counts_to(std::max(without_saying, most)),
                     .value = double(most),
                     .text = std::to_string(most),
                     .tip = "after <bos>, <eos> included"},
                    options, [](DecodeOptions& changed, double value) { changed.max_new_tokens = static_cast<Size>(value); });
    const bool cached = options.cache == CacheUse::where_valid && refusal.empty();
    const std::string tip = !refusal.empty() ? "they cannot be kept: " + refusal
                            : cached         ? "from word to word; off: the whole decoder runs again for every word"
                                             : "the whole decoder runs again for every word; on: keys and values stay";
    if (toggle(rows.ui, rows.column.row(24, 10),
               {.name = "generate/cache", .label = "keep keys and values", .on = cached, .tip = tip, .enabled = refusal.empty()})) {
        DecodeOptions changed = options;
        changed.cache = cached ? CacheUse::none : CacheUse::where_valid;
        rows.commands.push_back(SetDecoding{changed});
    }
}

void draw_strategy(Ui& ui, Column& column, const DecodeOptions& options, Commands& commands) {
    std::vector<Segment> segments;
    for (const StrategyInfo& strategy : strategies())
        segments.push_back({"generate/strategy/" + std::string(strategy.name), std::string(strategy.label), strategy.tip});
    column.title("STRATEGY");
    if (const auto clicked = segmented(ui, column.row(36).min, segments, static_cast<int>(options.strategy), ui.theme.accent)) {
        DecodeOptions changed = options;
        changed.strategy = static_cast<Strategy>(*clicked);
        commands.push_back(SetDecoding{changed});
    }
}

}  // namespace

void draw_generate_options(Ui& ui, Column& column, const State& state, Commands& commands) {
    const DecodingQuestion question = *decoding_question(state);
    const Configuration& configuration = question.model->configuration;
    const auto length = static_cast<Size>(question.source.size());
    const DecodeOptions options = clamped(state.of<GenerateView>().options, configuration, length);
    if (state.of<GenerateView>().held && !ui.pointer().down) commands.push_back(SetDecoding{options});  // the slider was let go
    draw_strategy(ui, column, options, commands);
    OptionRows rows{ui, column, commands};
    if (options.strategy == Strategy::beam) beam_rows(rows, options);
    if (options.strategy == Strategy::sample) {
        filter_rows(rows, options, configuration.tgt_vocab_size);
        seed_rows(rows, options);
    }
    common_rows(rows, options, most_new_tokens(DecodeOptions{}, configuration, length),
                cache_refusal(configuration, question.design));
    column.gap(8);
}

void draw_generate_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "generate-choices", area, state);
    draw_generate_options(ui, column, state, commands);
    if (decoded_of(state) && state.of<GenerateView>().problem.empty()) {
        const GenerateScene scene = make_generate_scene(state, commands);
        draw_generate_forced(ui, column, scene);
        draw_generate_results(ui, column, scene);
    }
    end_column(column, "generate-choices", commands);
}

}  // namespace vitrine
