/// The left column of the view: the decoding strategy, its options, and the resulting sentences.

#include <algorithm>

#include "app/edit/commands.h"
#include "app/panel/open_field.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/numbers.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/view.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// Where options are set: each row changes one of them.
struct OptionRows {
    Ui& ui;
    Column& column;
    const State& state;
    Commands& commands;
    DecodingNow now;

    void number_row(const DecodingNumber& number);
    void set(const DecodingNumber& number, double value, bool held = false);

private:
    bool is_typed(const std::string& anchor) const;
    void draw_number(const Rect& area, const DecodingNumber& number, const std::string& anchor);
    void draw_slider(const Rect& area, const DecodingNumber& number, const std::string& anchor);
    void draw_ends(const Rect& area, const DecodingNumber& number, const std::string& anchor);
    void say_what_fits(const DecodingNumber& number);
};

bool OptionRows::is_typed(const std::string& anchor) const {
    const auto* setting = state.field ? std::get_if<TypedSetting>(&state.field->what) : nullptr;
    return setting && setting->anchor == anchor;
}

void OptionRows::set(const DecodingNumber& number, double value, bool held) {
    DecodeOptions changed = now.options;
    number.set(changed, value, now.limits);
    commands.push_back(SetDecoding{changed, held});
}

/// The number, which a click makes a field, or that field.
void OptionRows::draw_number(const Rect& area, const DecodingNumber& number, const std::string& anchor) {
    if (is_typed(anchor)) return draw_open_field(ui, area, {}, state, commands);
    const std::string text = text_of(number, now.options, now.limits);
    const float padding = 6, width = std::min(area.width(), ui.width_of(Font::mono, text) + 2 * padding);
    const Rect box{{area.max.x - width, area.min.y}, area.max};
    const Interaction does = number.values ? ui.place(anchor + "/number", box) : ui.control(anchor, box);
    if (does.hovered) ui.fill(box, ui.theme.raised, metrics::radius);
    ui.text({box.max.x - (number.values ? 0 : padding), box.centre().y}, Font::mono, ui.theme.text, text,
            {.max_width = box.width(), .align = Align::right, .vertical = VerticalAlign::middle});
    const bool entered = ui.pointer().activate && state.focus == anchor;
    if (does.clicked || entered)
        commands.push_back(TypeSetting{{.view = state.view, .anchor = anchor, .original = text, .read = read_decoding_setting}});
}

void OptionRows::draw_slider(const Rect& area, const DecodingNumber& number, const std::string& anchor) {
    const std::vector<double> values = number.values(now.limits);
    const SliderInput input{.name = anchor,
                            .place = nearest_place(number, now.limits, number.get(now.options, now.limits)),
                            .count = static_cast<int>(values.size())};
    if (const auto place = slider(ui, area, input)) set(number, values[static_cast<std::size_t>(*place)], number.holds);
}

/// Less and more, for a number without a slider.
void OptionRows::draw_ends(const Rect& area, const DecodingNumber& number, const std::string& anchor) {
    const double value = number.get(now.options, now.limits), most = number.most(now.limits);
    const float side = area.height();
    const Rect less = rect_at(area.min, side, side), more = rect_at({area.max.x - side, area.min.y}, side, side);
    if (button(ui, anchor + "/less", less,
               {.icon = Icon::minus, .tip = "the one before", .enabled = value > number.least && value <= most}))
        set(number, value - 1);
    if (button(ui, anchor + "/more", more, {.icon = Icon::plus, .tip = "the next one", .enabled = value < most}))
        set(number, value + 1);
}

/// Below an open field: what it takes, or why it has not taken what was typed.
void OptionRows::say_what_fits(const DecodingNumber& number) {
    const std::string& problem = state.field->problem;
    const std::string words = problem.empty() ? range_words(number, now.limits) + ". Enter sets it, Escape cancels." : problem;
    const Rect said = column.paragraph(Font::label, problem.empty() ? ui.theme.dim : ui.theme.error, words, 8);
    ui.place("field/said", said);
}

void OptionRows::number_row(const DecodingNumber& number) {
    constexpr float line = 22, slider_height = 18, field_width = 104, number_width = 92, padding = 6, gap = 8;
    const std::string anchor = anchor_of(number);
    const bool typed = is_typed(anchor);
    const Rect row = column.row(number.values ? line + slider_height : line, number.values ? 3.0f : 8.0f);
    const Rect upper = rect_at(row.min, row.width(), line);
    // The label has all the room that the number leaves.
    const float taken = !number.values ? 2 * line + field_width
                        : typed        ? field_width
                                       : ui.width_of(Font::mono, text_of(number, now.options, now.limits)) + padding;
    ui.text({upper.min.x, upper.centre().y}, Font::note, ui.theme.dim, number.label,
            {.max_width = row.width() - taken - gap, .vertical = VerticalAlign::middle});
    if (ui.place(anchor + "/value", row).hovered && !typed)
        ui.note({std::string(number.label), tip_of(number, now.limits), "click the number, or press Enter, to type another"});
    if (number.values) {
        const float width = typed ? field_width : number_width;
        draw_number({{upper.max.x - width, upper.min.y}, upper.max}, number, anchor);
        draw_slider(rect_at({row.min.x - 4, upper.max.y}, row.width() + 8, slider_height), number, anchor);
    } else {
        const float width = 2 * line + field_width;
        const Rect all{{upper.max.x - width, upper.min.y}, upper.max};
        draw_ends(all, number, anchor);
        draw_number({{all.min.x + line + 4, all.min.y}, {all.max.x - line - 4, all.max.y}}, number, anchor);
    }
    if (typed) say_what_fits(number);
}

void early_stopping_row(OptionRows& rows) {
    const DecodeOptions& options = rows.now.options;
    if (toggle(rows.ui, rows.column.row(24, 10),
               {.name = "generate/early-stopping",
                .label = "stop early",
                .on = options.early_stopping,
                .tip = "the search stops as soon as as many sentences have ended as there are beams"})) {
        DecodeOptions changed = options;
        changed.early_stopping = !changed.early_stopping;
        rows.commands.push_back(SetDecoding{changed});
    }
}

void draw_again_row(OptionRows& rows) {
    const ButtonFace again{.label = "Draw again", .tip = "sample again with the next seed"};
    if (!button(rows.ui, "generate/draw-again", rows.column.row(28, 12), again)) return;
    DecodeOptions changed = rows.now.options;
    ++changed.seed;
    rows.commands.push_back(SetDecoding{changed});
}

/// Whether keys and values are cached, and why they cannot be, if so.
void cache_row(OptionRows& rows, const std::string& refusal) {
    const DecodeOptions& options = rows.now.options;
    const bool cached = options.cache == CacheUse::where_valid && refusal.empty();
    const std::string tip = !refusal.empty() ? "they cannot be kept: " + refusal
                            : cached         ? "from step to step (KV cache); off: the whole decoder runs again for every token"
                                     : "the whole decoder runs again for every token; on: keys and values are kept (KV cache)";
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
    OptionRows rows{ui, column, state, commands, decoding_now(state)};
    const DecodeOptions& options = rows.now.options;
    if (state.of<GenerateView>().held && !ui.pointer().down) commands.push_back(SetDecoding{options});  // the slider was let go
    draw_strategy(ui, column, options, commands);
    for (const DecodingNumber& number : decoding_numbers()) {
        if (!number.strategy || *number.strategy == options.strategy) rows.number_row(number);
        if (number.name == "length-penalty" && options.strategy == Strategy::beam) early_stopping_row(rows);
        if (number.name == "seed" && options.strategy == Strategy::sample) draw_again_row(rows);
    }
    cache_row(rows, cache_refusal(question.model->configuration, question.design, question.options.first));
    column.gap(8);
}

void draw_generate_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!decoding_question(state)) return;
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
