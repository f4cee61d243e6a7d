/// The first page: a sentence, what the model predicts for it, and ways to continue from here.

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/panel/column.h"
#include "app/lesson/sentence_said.h"
#include "app/panel/measures.h"
#include "app/state/notice.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float widest = 940, margin = 48;

/// A word of the source.
void draw_read_word(Ui& ui, Flow& flow, const std::string& word) {
    constexpr float height = 36, padding = 12;
    const float width = std::max(30.0f, ui.width_of(Font::heading, word) + 2 * padding);
    const Rect box = rect_at(flow.next(width), width, height);
    ui.fill(box, ui.theme.raised, metrics::radius);
    ui.frame(box, ui.theme.line, metrics::radius);
    ui.text(box.centre(), Font::heading, ui.theme.text, word, {.align = Align::centre, .vertical = VerticalAlign::middle});
}

constexpr float said_height = 58;

/// A predicted word with its probability; framed as right or wrong if the right word is known.
void draw_said_word(Ui& ui, Flow& flow, const Run& run, const SaidWord& said, std::size_t place) {
    constexpr float padding = 16, least = 74;
    const float width = std::max(least, ui.width_of(Font::heading, said.word) + 2 * padding);
    const Rect box = rect_at(flow.next(width), width, said_height);
    const Colour edge = !said.label ? ui.theme.line : said.is_right() ? ui.theme.good : ui.theme.error;
    ui.fill(box, ui.theme.raised, metrics::radius);
    ui.frame(box, edge, metrics::radius, 1.5f);
    ui.text({box.centre().x, box.min.y + 20}, Font::heading, ui.theme.text, said.word,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    const Rect bar = rect_at({box.min.x + 12, box.min.y + 35}, width - 24, 4);
    ui.fill(bar, ui.theme.line, 2);
    ui.fill({bar.min, {bar.min.x + bar.width() * static_cast<float>(said.probability), bar.max.y}}, edge, 2);
    ui.text({box.centre().x, box.min.y + 48}, Font::mono_small, ui.theme.dim, fmt::format("{:.4f}", said.probability),
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    const Interaction does = ui.place(fmt::format("start/said/{}", place), box);
    if (does.hovered) {
        std::vector<std::string> lines{said_words(run, said)};
        if (said.label) lines.push_back(said.is_right() ? "and that is right" : fmt::format("right would be “{}”", *said.label));
        ui.note(lines, box);
    }
}

void draw_sentence(Ui& ui, Column& column, const State& state) {
    const SentenceSaid sentence = sentence_said(*state.run, state.selection.sentence);
    column.text(Font::body, ui.theme.dim, state.run->is_transformer() ? "it reads" : "its keys, which its query looks at", 8);
    Flow read(column, 44);
    for (const std::string& word : sentence.read) draw_read_word(ui, read, word);
    column.gap(16);
    if (sentence.said.empty()) return;
    column.paragraph(Font::body, ui.theme.dim, said_heading(*state.run), 8);
    Flow said(column, said_height + 8);
    for (std::size_t i = 0; i < sentence.said.size(); ++i) draw_said_word(ui, said, *state.run, sentence.said[i], i);
    column.gap(4);
    column.text(Font::body, sentence.all_right() ? ui.theme.good : ui.theme.dim, sentence.verdict(), 20);
}

void draw_story_button(Ui& ui, Column& column, Commands& commands) {
    constexpr float height = 62, button_width = 420;
    const Rect row = column.row(height, 28);
    const Rect gold{row.min, {row.min.x + std::min(button_width, row.width()), row.max.y}};
    const ButtonFace face{
        .label = "Play the story of this sentence", .icon = Icon::play, .look = ButtonLook::primary, .large = true};
    if (button(ui, "start/story", gold, face)) {
        commands.push_back(SetMenu{""});
        commands.push_back(BeginLesson{.lesson = story(), .step = 0, .on_own = true, .plays = true});
    }
    constexpr float gap = 20;
    if (const float room = row.max.x - gold.max.x - gap; room > 120)
        ui.paragraph({gold.max.x + gap, row.min.y + 14}, Font::body, ui.theme.dim,
                     "about a minute: words, vectors, who looks at whom, what comes out", {.width = room});
}

/// A card that leads to something. Returns whether it was clicked.
bool door(Ui& ui, const std::string& name, const Rect& card, std::string_view title, std::string_view text) {
    const Interaction does = ui.control(name, card);
    ui.fill(card, does.hovered || does.focused ? mixed(ui.theme.raised, ui.theme.text, 0.06f) : ui.theme.raised,
            metrics::card_radius);
    ui.frame(card, ui.theme.line, metrics::card_radius);
    ui.text({card.min.x + 20, card.min.y + 20}, Font::heading, ui.theme.text, title);
    ui.paragraph({card.min.x + 20, card.min.y + 46}, Font::note, ui.theme.dim, text, {.width = card.width() - 40});
    return does.clicked;
}

void draw_doors(Ui& ui, Column& column, const State& state, Commands& commands) {
    constexpr float height = 92, gap = 18, low_gap = 12;
    const bool stacked = form_of(ui.size()) == Form::phone;
    const Rect row = column.row(stacked ? 3 * height + 2 * low_gap : height, 22);
    const auto opens = [&](std::size_t place, const char* name, std::string_view title, std::string_view text) {
        const float top = row.min.y + static_cast<float>(place) * (height + low_gap);
        const Rect card = stacked ? rect_at({row.min.x, top}, row.width(), height) : row.part(place, 3, gap);
        const bool clicked = door(ui, name, card, title, text);
        if (clicked) commands.push_back(SetMenu{""});
        return clicked;
    };
    const std::string lessons = fmt::format("{}: they ask, you try, and what you find is computed",
                                            counted(static_cast<Size>(course().lessons.size()), "lesson"));
    if (opens(0, "start/lessons", "Take a lesson", lessons)) commands.push_back(ShowCourse{});
    const bool has_words = state.run->is_transformer();
    const std::string what = !has_words             ? "type over a number"
                             : is_narrow(ui.size()) ? "type over a word"
                                                    : "type over a word at the left";
    if (opens(1, "start/play", "Play with it", what + ", silence a head, break it")) commands.push_back(SetView{View::map});
    if (opens(2, "start/open", "Open mine", "another sample, or a model folder of your own")) {
        if (const Action* open = find_action(state, "file/open")) perform(*open, state, commands);
    }
}

}  // namespace

void draw_start(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != start_page || !state.run) return;
    const bool phone = form_of(ui.size()) == Form::phone;
    const float edge = phone ? 8 : 16, highest = phone ? 1000 : 610;
    const float width = std::min(widest, area.width() - 2 * edge), height = std::min(highest, area.height() - 2 * edge);
    const Rect box = rect_at({area.centre().x - width / 2, area.centre().y - height / 2}, width, height);
    ui.fill(area, faded(ui.theme.canvas, 0.7f));
    begin_floating_box(ui, start_page, box, {.radius = metrics::block_radius});
    Column column = begin_column(ui, "start", box, state, phone ? 20 : std::min(margin, width / 12), phone ? 24 : 40);
    column.paragraph(Font::display, ui.theme.text, start_title(*state.run), 8);
    column.paragraph(Font::body, ui.theme.dim, start_text(*state.run), phone ? 16 : 26);
    draw_sentence(ui, column, state);
    if (state.run->has_both_stacks()) draw_story_button(ui, column, commands);
    draw_doors(ui, column, state, commands);
    ui.text(column.corner(), Font::note, ui.theme.dim, "Every number here was computed on this machine, a moment ago.",
            {.max_width = column.width(), .shorten = Shorten::end});
    if (column.width() > 560)
        ui.text({column.right, column.y}, Font::note, ui.theme.dim, "Escape: straight to the program", {.align = Align::right});
    column.gap(20);
    end_column(column, "start", commands, 16);
    ui.end_floating();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
}

}  // namespace vitrine
