/// Draws the left column of the attention view: the choice of attention, and all of its heads.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/run/read_ahead.h"
#include "app/state/selection_commands.h"
#include "app/views/attention/parts.h"
#include "app/views/attention/view.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/card.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

constexpr float card_gap = 8;

/// The heads of one kind of attention in all layers, and which of them stand out.
struct Heads {
    const State& state;
    AttentionKind kind;
    Size layers, heads;
    HeadRanking ranking;  ///< of these heads
    bool read_ahead;      ///< false: a head is read when it comes into sight

    bool is_alone() const { return kind == AttentionKind::alone; }

    const HeadReading& reading(Size layer, Size head) const {
        const Run& run = run_b_or_self(*state.run);
        return run.of<AttentionReadings>().reading(run, {kind, layer}, {state.selection.sentence, head});
    }
};

Heads find_heads(const State& state) {
    const AttentionKind kind = state.of<AttentionView>().place.kind;
    return {state,
            kind,
            attention_layers(state.run->model->configuration, kind),
            head_count(*state.run, {kind, 0}),
            rank_heads(state, std::array{kind}),
            is_read_ahead(*state.run)};
}

/// Selects the same path in another layer or kind of attention. The selected pair of words is kept if it still has a meaning
/// there.
void show_head(const AttentionPlace& place, Size head, const State& state, Commands& commands) {
    const std::string& selected = state.selection.tensor;
    const bool keeps = attention_pair(state).chosen && place.kind == state.of<AttentionView>().place.kind;
    const std::string tensor = keeps ? selected.substr(selected.rfind('.') + 1) : "weights";
    const std::optional<Index> cell = state.selection.cell;
    commands.push_back(SelectTensor{path_of(place) + '.' + tensor});
    if (keeps) commands.push_back(SelectCell{path_of(place) + '.' + tensor, *cell});
    commands.push_back(SelectHead{head});
}

void draw_kinds(Ui& ui, Column& column, const State& state, Commands& commands) {
    column.title("WHICH ATTENTION");
    if (!state.run->has_both_stacks())
        return void(
            column.paragraph(Font::note, ui.theme.dim, attention_sides(*state.run, state.of<AttentionView>().place.kind), 14));
    const std::array<Segment, 3> segments{{{"attention/kind/encoder", "encoder", "source tokens attend to source tokens"},
                                           {"attention/kind/decoder", "decoder", "target tokens attend to target tokens"},
                                           {"attention/kind/cross", "cross", "target tokens attend to source tokens"}}};
    const AttentionPlace& place = state.of<AttentionView>().place;
    if (const auto clicked = segmented(ui, column.row(32).min, segments, static_cast<int>(place.kind), ui.theme.attention)) {
        const auto kind = static_cast<AttentionKind>(*clicked);
        const Size layers = attention_layers(state.run->model->configuration, kind);
        show_head({kind, std::min(place.layer, layers - 1)}, state.selection.head, state, commands);
    }
    column.paragraph(Font::note, ui.theme.dim, attention_sides(*state.run, place.kind), 14);
}

/// "decoder layer 2, cross head 3".
std::string head_words(const RankedHead& which) {
    static constexpr const char* kinds[] = {"", "self ", "cross "};
    if (which.place.kind == AttentionKind::alone) return fmt::format("head {}", which.head + 1);
    return fmt::format("{} layer {}, {}head {}", which.place.kind == AttentionKind::encoder_self ? "encoder" : "decoder",
                       which.place.layer + 1, kinds[static_cast<std::size_t>(which.place.kind)], which.head + 1);
}

/// Draws the name of the model's most even head. A click shows that head.
void draw_most_even(Ui& ui, Column& column, const State& state, Commands& commands) {
    const HeadRanking ranking = rank_heads(state, every_attention_kind);
    if (!ranking.most_even) return;
    const RankedHead& most = *ranking.most_even;
    const Rect area = column.row(34, 14);
    const Interaction does = ui.control("attention/most-even", area);
    std::string heads = fmt::format("most even of {} heads", ranking.heads);
    if (sentence_count(*state.run) > 1) heads += fmt::format(", sentence {}", state.selection.sentence + 1);
    ui.text(area.min, Font::note, ui.theme.dim, heads, {.max_width = area.width()});
    const Colour colour = does.hovered ? ui.theme.text : ui.theme.attention;
    const Rect name =
        ui.text({area.min.x, area.min.y + 17}, Font::note_strong, colour, head_words(most), {.max_width = area.width() - 16});
    draw_icon(ui, {name.max.x + 10, name.centre().y}, Icon::chevron_right, colour);
    if (does.hovered) ui.note({head_words(most), evenness_text(most.evenness), evenness_meaning(most.place.kind)});
    if (does.clicked) show_head(most.place, most.head, state, commands);
}

/// The first word of a kind that has two, "previous".
std::string first_word(const std::string& kind) { return kind.substr(0, kind.find(' ')); }

/// What distinguishes a head from the others of its kind: "most even"; empty: nothing.
std::string standing_of(const Heads& heads, Size layer, Size head) {
    const auto is = [&](const std::optional<RankedHead>& which) {
        return which && which->place.layer == layer && which->head == head;
    };
    return is(heads.ranking.most_even) ? "most even" : is(heads.ranking.sharpest) ? "sharpest" : "";
}

/// "most even: 1, sharpest: 3": the heads of a layer that stand out in this tab; empty: none does.
std::string standings_of(const Heads& heads, Size layer) {
    std::string words;
    for (Size head = 0; head < heads.heads; ++head) {
        if (const std::string standing = standing_of(heads, layer, head); !standing.empty())
            words += fmt::format("{}{}: {}", words.empty() ? "" : ", ", standing, head + 1);
    }
    return words;
}

/// The texts on a head's card, and its note.
struct HeadWords {
    std::string value, word, below;
    std::vector<std::string> note;
};

/// The name of a kind as the heading on the right has it or, without room for that, its first word.
std::string name_on_card(const Ui& ui, const std::string& kind, float room) {
    return ui.width_of(Font::label, kind) <= room ? kind : first_word(kind);
}

HeadWords words_of(const Ui& ui, const Heads& heads, float room, const std::pair<Size, Size>& which) {
    const auto& [layer, head] = which;
    const HeadReading& reading = heads.reading(layer, head);
    const auto& silenced = heads.state.run->edits.interventions.silenced;
    const bool is_silent = std::ranges::count(silenced, SilencedHead{path_of(AttentionPlace{heads.kind, layer}), head}) > 0;
    const auto aligns = measured_alignment(*heads.state.run, {heads.kind, layer}, head);
    const std::string kind = is_silent      ? "silenced"
                             : aligns       ? pattern_word(AttentionPattern::alignment)
                             : reading.kind ? pattern_word(*reading.kind)
                                            : "";
    HeadWords words{short_evenness(&reading), name_on_card(ui, kind, room), "", {}};
    if (aligns) words.note.push_back(measured_text(*aligns));
    words.note.push_back(aligns ? kind_here_text(reading) : kind_text(reading, heads.kind));
    if (is_silent) words.note.emplace_back("silenced: it contributes nothing to the output of the attention");
    if (const std::string standing = standing_of(heads, layer, head); !standing.empty())
        words.note.push_back(
            fmt::format("{}: of the {} heads{}", standing, heads.ranking.heads, heads.is_alone() ? "" : " of this tab"));
    if (reading.evenness()) words.note.insert(words.note.end(), {evenness_text(*reading.evenness()), evenness_meaning(heads.kind)});
    if (reading.mean) words.note.push_back("mean entropy " + entropy_text(*reading.mean) + " nats");
    return words;
}

/// "alignment → uniform", or "→ uniform" if that does not fit. A dash stands for no clear kind.
std::string kinds_on_card(const Ui& ui, const std::string& a, const std::string& b, float room) {
    const auto brief = [](const std::string& kind) { return kind == no_clear_kind ? "–" : first_word(kind); };
    if (a == b) return b == no_clear_kind ? b : brief(b);
    const std::string both = brief(a) + " → " + brief(b);
    return ui.width_of(Font::label, both) <= room ? both : "→ " + brief(b);
}

/// The same for a difference: evenness and kind in A and in B.
HeadWords compared_words(const Ui& ui, const Heads& heads, float width, const std::pair<Size, Size>& which) {
    const auto& [layer, head] = which;
    constexpr float beside_words = 6;  // width of the gap between words on a card

    const HeadPlace place{heads.state.selection.sentence, head};
    const ComparedReadings both = compared_readings(*heads.state.run->difference, {heads.kind, layer}, place);
    const std::string even_a = short_evenness(both.a), even_b = short_evenness(both.b);
    const std::string kind_a = short_kind(both.a), kind_b = short_kind(both.b);
    HeadWords words{even_a, even_a == even_b ? "" : "→ " + even_b, kinds_on_card(ui, kind_a, kind_b, width - beside_words), {}};
    words.note = {"the picture shows its weights in B minus those in A", "evenness " + change_words(even_a, even_b),
                  "kind: " + change_words(kind_a, kind_b)};
    for (const auto& [side, reading] : {std::pair{"A", both.a}, std::pair{"B", both.b}}) {
        if (reading && reading->mean)
            words.note.push_back(fmt::format("mean entropy in {}: {} nats", side, entropy_text(*reading->mean)));
    }
    return words;
}

void draw_head(Ui& ui, const Rect& area, CardSize size, const Heads& heads, const std::pair<Size, Size>& which,
               Commands& commands) {
    const auto [layer, head] = which;
    const State& state = heads.state;
    const AttentionPlace place{heads.kind, layer};
    const std::string name = fmt::format("attention/head/{}/{}", layer, head);
    if (!heads.read_ahead && !ui.sees(area)) {
        ui.place(name, area);
        return;
    }
    const TensorInfo& info = *state.run->outline().find(path_of(place) + ".weights");
    const Plane plane = plane_of(*state.run, info, state.selection.sentence, head);
    const Aspect aspect = awaits_gradient(state, info) ? Aspect::value : shown_aspect(state, info);
    const PlanePicture picture = picture_of(*state.run, info, plane, ui.theme, state.share_colours, aspect);
    const HeadWords words = state.run->difference ? compared_words(ui, heads, area.width(), which)
                                                  : words_of(ui, heads, word_room(size, area.width()), which);
    const CardInput input{.name = name,
                          .cells = picture.cells,
                          .style = picture.style,
                          .title = std::to_string(head + 1),
                          .value = words.value,
                          .word = words.word,
                          .below = words.below,
                          .selected = place == state.of<AttentionView>().place && head == state.selection.head};
    const Interaction does = card(ui, area, size, input);
    if (does.clicked) show_head(place, head, state, commands);
    if (!does.hovered) return;
    std::vector<std::string> lines{heads.is_alone() ? fmt::format("head {}", head + 1)
                                                    : fmt::format("layer {}, head {}", layer + 1, head + 1)};
    if (!shows_values(aspect)) lines.push_back(std::string("the picture: ") + caption_of_numbers(*state.run, aspect));
    lines.insert(lines.end(), words.note.begin(), words.note.end());
    ui.note(lines);
}

/// The name of a layer, and which of its heads stand out: at the end of the line or, without room for it, below.
void draw_layer_line(Ui& ui, Column& column, Size layer, const Heads& heads) {
    constexpr float height = 18, below = 6, between = 12;
    const std::string name = heads.is_alone() ? "" : fmt::format("layer {}", layer + 1);
    const std::string standings = heads.state.run->difference ? "" : standings_of(heads, layer);
    const bool beside = ui.width_of(Font::label, name) + between + ui.width_of(Font::label, standings) <= column.width();
    if (!name.empty()) column.line(height, Font::label, ui.theme.dim, name);
    if (!standings.empty()) {
        const float top = beside && !name.empty() ? column.y - height : column.row(height).min.y;
        const bool at_end = beside && !name.empty();
        const Rect written = ui.text({at_end ? column.right : column.left, top}, Font::label, ui.theme.faint, standings,
                                     {.max_width = column.width(), .align = at_end ? Align::right : Align::left});
        ui.place(fmt::format("attention/standings/{}", layer), written);
    }
    column.gap(below);
}

void draw_layer(Ui& ui, Column& column, Size layer, const Heads& heads, Commands& commands) {
    draw_layer_line(ui, column, layer, heads);
    constexpr Size few = 4;
    constexpr float narrowest_small = 62;
    const CardSize size = heads.heads <= few ? CardSize::wide : CardSize::small;
    const int in_a_row =
        size == CardSize::wide ? 2 : std::max(1, static_cast<int>((column.width() + card_gap) / (narrowest_small + card_gap)));
    const float width = std::floor((column.width() - card_gap * static_cast<float>(in_a_row - 1)) / static_cast<float>(in_a_row));
    const float height = card_height(size, width) + (heads.state.run->difference ? card_line : 0);
    for (Size head = 0; head < heads.heads; ++head) {
        const auto across = static_cast<float>(head % in_a_row), down = static_cast<float>(head / in_a_row);
        const ImVec2 corner{column.left + across * (width + card_gap), column.y + down * (height + card_gap + 4)};
        draw_head(ui, rect_at(corner, width, height), size, heads, {layer, head}, commands);
    }
    const auto rows = static_cast<float>((heads.heads + in_a_row - 1) / in_a_row);
    column.gap(rows * (height + card_gap + 4) + 6);
}

}  // namespace

void draw_attention_heads(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "attention-heads", area, state);
    draw_kinds(ui, column, state, commands);
    const bool compared = state.run->difference != nullptr;
    if (!compared) draw_most_even(ui, column, state, commands);
    const Heads heads = find_heads(state);
    column.title(compared || heads.is_alone() ? "HEADS" : "LAYERS AND HEADS", compared ? "evenness A → B" : "evenness");
    for (Size layer = 0; layer < heads.layers; ++layer) draw_layer(ui, column, layer, heads, commands);
    end_column(column, "attention-heads", commands);
}

}  // namespace vitrine
