/// The leak test's controls: which token becomes which word, and which masks are in place meanwhile.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/masks/commands.h"
#include "app/views/masks/leak_words.h"
#include "app/views/masks/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// A side of the batch as chips.
struct TestRow {
    BatchSide side;
    const char *caption, *anchor;
    const IndexTensor& tokens;
    const Vocabulary& words;
    std::int32_t pad;
};

TestRow test_row(const Run& run, BatchSide side) {
    const Configuration& c = run.model->configuration;
    const bool both = run.has_both_stacks();
    if (side == BatchSide::source)
        return {
            side,     both ? "source" : "tokens", "masks/test/source", run.activations->src.tokens, run.model->source_vocabulary,
            c.pad_src};
    return {side,
            both ? "decoder's input" : "tokens",
            "masks/test/target",
            run.activations->tgt.tokens,
            run.model->target_vocabulary,
            c.pad_tgt};
}

/// Of a long sentence, the tokens around the changed token.
struct TokenWindow {
    Size first, last;
};

TokenWindow tokens_around(Size length, std::optional<Size> changed) {
    constexpr Size most = 18;
    if (length <= most) return {0, length};
    const Size first = std::clamp<Size>(changed.value_or(0) - most / 2, 0, length - most);
    return {first, first + most};
}

/// A button that moves to the hidden tokens of a long sentence.
void draw_more(Ui& ui, ImVec2 corner, const std::string& name, Icon icon, const TestToken& token, Commands& commands) {
    if (button(ui, name, rect_at(corner, chip_height, chip_height), {.icon = icon})) commands.push_back(ChooseTestToken{token});
}

void draw_test_row(Ui& ui, Column& column, const TestRow& row, const State& state, Commands& commands) {
    const auto question = leak_question(state);
    const Size length = row.tokens.size(1), sentence = state.selection.sentence;
    std::optional<Size> changed;
    if (question && question->change.place.side == row.side) changed = question->change.place.position;
    column.line(18, Font::label, ui.theme.dim, row.caption);
    Flow flow(column, chip_height + 4, 4);
    const auto [first, last] = tokens_around(length, changed);
    const std::string prefix = row.anchor;
    if (first > 0) draw_more(ui, flow.next(chip_height), prefix + "/previous", Icon::previous, {row.side, first - 1}, commands);
    for (Size i = first; i < last; ++i) {
        const std::int32_t id = row.tokens.at({sentence, i});
        const std::string word = row.words.word(id);
        const float width = std::min(chip_width(ui, word), column.width());
        const ImVec2 corner = flow.next(width);
        const Interaction does = ui.control(fmt::format("{}/{}", prefix, i), rect_at(corner, width, chip_height));
        chip(ui, corner, word, {.selected = changed == i, .faint = id == row.pad, .width = width});
        if (does.clicked) commands.push_back(ChooseTestToken{{row.side, i}});
        if (does.hovered)
            ui.note({quoted(word), fmt::format("position {}{}", i, id == row.pad ? ", padding" : ""),
                     "click to change this token in the test"});
    }
    if (last < length) draw_more(ui, flow.next(chip_height), prefix + "/next", Icon::next, {row.side, last}, commands);
    column.gap(6);
}

void draw_word(Ui& ui, Column& column, const State& state, Commands& commands) {
    const auto question = leak_question(state);
    if (!question) {
        const char* text = "This vocabulary has no other token to put there.";
        return void(column.paragraph(Font::note, ui.theme.dim, text, 12));
    }
    const TokenChange& change = question->change;
    const TestRow row = test_row(*state.run, change.place.side);
    const std::int32_t here = row.tokens.at({change.place.sentence, change.place.position});
    const bool padding = here == row.pad;
    const StepperInput input{.name = "masks/test/word",
                             .label = briefly_quoted(row.words.word(here)) + (padding ? " holds" : " becomes"),
                             .value = row.words.word(change.id),
                             .place = static_cast<int>(number_of_word(state, change.place, change.id)),
                             .count = static_cast<int>(word_count(state, change.place)),
                             .changed = false,
                             .tip = "the token to put there during the test"};
    if (const auto place = stepper(ui, column.row(28, 8), input))
        commands.push_back(ChooseTestWord{nth_word(state, change.place, *place)});
    if (!padding) return;
    const char* text = "It still counts as padding, or the mask would change: only its embedding becomes that of the other token.";
    column.paragraph(Font::note, ui.theme.dim, text, 10);
}

}  // namespace

void draw_leak_controls(Ui& ui, Column& column, const State& state, Commands& commands) {
    column.title("CHANGE", "click a token", 8);
    const Configuration& c = state.run->model->configuration;
    if (c.has_encoder()) draw_test_row(ui, column, test_row(*state.run, BatchSide::source), state, commands);
    if (c.has_decoder()) draw_test_row(ui, column, test_row(*state.run, BatchSide::target), state, commands);
    column.gap(2);
    draw_word(ui, column, state, commands);
    const auto [causal, padding] = std::pair{state.of<MasksView>().causal, state.of<MasksView>().padding};
    const SwitchInput causal_switch{.name = "masks/test/causal",
                                    .label = "causal mask",
                                    .on = causal,
                                    .changed = false,
                                    .tip = "off: the same pass without the causal mask, so that the decoder sees later tokens"};
    if (c.has_decoder() && toggle(ui, column.row(28, 2), causal_switch)) commands.push_back(SetTestMasks{!causal, padding});
    const SwitchInput padding_switch{.name = "masks/test/padding",
                                     .label = "padding mask",
                                     .on = padding,
                                     .changed = false,
                                     .tip = "off: the same pass without the padding mask, so that tokens attend to padding"};
    if (toggle(ui, column.row(28, 8), padding_switch)) commands.push_back(SetTestMasks{causal, !padding});
    const std::string words = test_mask_words(state.run->regime.design, causal, padding, run_with_test_masks(state) != state.run);
    words.empty() ? column.gap(8) : void(column.paragraph(Font::note, ui.theme.dim, words, 14));
}

}  // namespace vitrine
