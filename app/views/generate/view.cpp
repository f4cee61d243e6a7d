#include "app/views/generate/view.h"

#include "app/compare/comparing.h"
#include "app/frame/batch/batch.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/views/generate/beams_win.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/decoding.h"
#include "app/views/generate/numbers.h"
#include "app/views/generate/options_json.h"

namespace vitrine {

namespace {

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("decoding", state.template of<GenerateView>().options);
        visit("beams_page", state.template of<GenerateView>().beams_page);
    }
};

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left_top, draw_batch, batch_height},
        {Place::left, draw_generate_choices},
        {Place::centre, draw_generate},
        {Place::overlay, draw_field_choices},
    };
    return list;
}

/// Left and right move the slider that has the focus ring.
void move_slider(std::string_view key, const State& state, const std::string& focus, Commands& commands) {
    const int by = key == "right" ? 1 : key == "left" ? -1 : 0;
    const DecodingNumber* number = number_at(focus);
    if (by == 0 || !decoding_question(state) || !number || !number->values) return;
    const DecodingNow now = decoding_now(state);
    DecodeOptions changed = now.options;
    number->set(changed, next_value(*number, now.limits, number->get(now.options, now.limits), by), now.limits);
    commands.push_back(SetDecoding{changed});
}

/// Arrow keys move through the sentence, and through the words of a step.
void press_in_tree(std::string_view key, const State& state, std::string& focus, Commands& commands) {
    if (!focus.empty()) return move_slider(key, state, focus, commands);
    if (state.of<GenerateView>().beams_page && has_beams_page(state)) return;
    if (key == "left") commands.push_back(MoveWord{TreeMove::before});
    if (key == "right") commands.push_back(MoveWord{TreeMove::after});
    if (key == "up") commands.push_back(MoveWord{TreeMove::up});
    if (key == "down") commands.push_back(MoveWord{TreeMove::down});
}

}  // namespace

const Module generate_module{
    .name = "generate",
    .label = "Generate",
    .tip = "generate a sentence token by token (3)",
    .also = "decode translate write beam search",
    .main_tab = 3,
    .lacks = [](const State& state) -> std::string { return why_nothing_generated(state.run.get()); },
    .follow = follow_decoding,
    .enter = reveal_word,
    .pass_time = grow,
    .moving = [](const State& state) { return state.of<GenerateView>().grown.has_value(); },
    .missing = missing_decoding,
    .panels = panels,
    .measures = choices_alone,
    .figures = generate_figures,
    .keys = {.press = press_in_tree},
    .actions = generate_actions,
    .habits = saved_fields<Habits>(),
    .restored = [](State& state) { do_command(state, SetDecoding{state.of<GenerateView>().options}); },
    .describe = describe_generate,
};

}  // namespace vitrine
