#include "app/start/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/edit/sentence_typing.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/panel/measures.h"
#include "app/panel/typed_text.h"
#include "app/start/parts.h"
#include "app/start/state.h"
#include "app/state/notice.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float widest = 1120, widest_field = 800;

/// The program's name, the theme, and the way past this page.
void draw_head(Ui& ui, const Rect& area, Commands& commands) {
    constexpr float margin = 24, side = metrics::control;
    const float middle = area.min.y + 28;
    ui.text({area.min.x + margin, middle}, Font::title, ui.theme.text, "Vitrine", {.vertical = VerticalAlign::middle});
    const bool narrow = is_narrow(ui.size());
    const std::string_view words = narrow ? "Skip" : "Escape: straight to the workbench";
    const float width = ui.width_of(Font::body_strong, words) + 24;
    const Rect skip = rect_at({area.max.x - margin - width, middle - side / 2}, width, side);
    if (button(ui, "start/skip", skip, {.label = words, .look = ButtonLook::ghost})) commands.push_back(SetMenu{""});
    const bool dark = ui.theme.kind == ThemeKind::dark;
    if (button(ui, "start/theme", rect_at({skip.min.x - side - 8, middle - side / 2}, side, side),
               {.icon = dark ? Icon::sun : Icon::moon, .look = ButtonLook::ghost, .tip = dark ? "light theme" : "dark theme"}))
        commands.push_back(SetAppearance{dark ? Appearance::light : Appearance::dark});
}

std::vector<std::pair<std::size_t, std::size_t>> wrong_parts(const SentenceTyping& typing) {
    std::vector<std::pair<std::size_t, std::size_t>> parts;
    for (const UnknownWord& word : typing.unknown) {
        if (!word.unfinished) parts.emplace_back(word.begin, word.end);
    }
    return parts;
}

/// An unknown word, and the words that may have been meant. A click takes one.
void draw_unknown(Ui& ui, Column& column, const UnknownWord& word, const State& state, Commands& commands) {
    const Rect row = column.row(chip_height);
    const Rect said = ui.text({row.min.x, row.centre().y}, Font::note, ui.theme.error,
                              unknown_text(state, word) + ". Near:", {.vertical = VerticalAlign::middle});
    float x = said.max.x + 8;
    for (const std::string& near : word.near) {
        const Rect box = rect_at({x, row.min.y}, chip_width(ui, near), chip_height);
        if (box.max.x > column.right) break;
        const Interaction does = ui.control("start/near/" + near, box);
        chip(ui, box.min, near, {.hovered = does.hovered});
        if (does.clicked) {
            commands.push_back(SetSentenceText{with_word(state.of<SentenceTyping>().text, word, near)});
            commands.push_back(SetFocus{start_field});
        }
        x = box.max.x + 6;
    }
    ui.place("start/unknown", row);
}

/// What the field is for, or what is wrong with its text.
void draw_below_field(Ui& ui, Column& column, const State& state, Commands& commands) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    if (const UnknownWord* word = first_unknown(typing)) return draw_unknown(ui, column, *word, state, commands);
    if (!typing.problem.empty())
        return void(ui.place("start/problem", column.paragraph(Font::note, ui.theme.error, typing.problem)));
    const Rect about = column.paragraph(Font::note, ui.theme.dim, start_text(*state.run));
    ui.place("start/about", about);
    if (!state.run->model->card) return;
    constexpr std::string_view words = "What does it know?";
    const Rect link = rect_at({column.left, column.y + 2}, ui.width_of(Font::note_strong, words) + 4, 20);
    const Interaction does = ui.control("start/card", link);
    ui.text({link.min.x, link.centre().y}, Font::note_strong, does.hovered ? ui.theme.accent : ui.theme.text, words,
            {.vertical = VerticalAlign::middle});
    if (does.clicked) commands.push_back(SetMenu{"page/card"});
    column.y = link.max.y;
}

void draw_field(Ui& ui, Column& page_column, const State& state, Commands& commands) {
    const float inset = std::max(0.0f, (page_column.width() - widest_field) / 2);
    Column column = page_column.inset(inset);
    const std::string refusal = sentence_refusal(state);
    if (!refusal.empty()) {
        column.paragraph(Font::display, ui.theme.text, start_title(*state.run), 8);
        column.paragraph(Font::note, ui.theme.dim, start_text(*state.run));
    } else {
        const TextEdit& text = state.of<SentenceTyping>().text;
        const bool phone = form_of(ui.size()) == Form::phone;
        const auto wrong = wrong_parts(state.of<SentenceTyping>());
        const TextFieldInput input{.name = start_field,
                                   .text = text.text,
                                   .caret = text.caret,
                                   .anchor = text.anchor,
                                   .placeholder = "Type a sentence",
                                   .typing = state.focus == start_field,
                                   .font = phone ? Font::title : Font::display,
                                   .large = true,
                                   .wrong = wrong};
        const TextFieldOutput does = text_field(ui, column.row(phone ? 52.0f : 64.0f, 10), input);
        if (does.clicked) commands.push_back(SetFocus{start_field});
        if (const auto pointed = pointed_text(ui, text, does)) commands.push_back(SetSentenceText{*pointed});
        Column below = column.inset(24);
        below.y = column.y;
        draw_below_field(ui, below, state, commands);
        column.y = below.y;
    }
    page_column.y = column.y + (ui.size().y < 720 ? 16.0f : 30.0f);
}

/// A card that leads to something. Returns whether it was clicked.
bool door(Ui& ui, const std::string& name, const Rect& card, std::string_view title, std::string_view text, bool main) {
    const Interaction does = ui.control(name, card);
    const Colour ground = main ? mixed(ui.theme.raised, ui.theme.accent, 0.12f) : ui.theme.raised;
    ui.fill(card, does.hovered || does.focused ? mixed(ground, ui.theme.text, 0.06f) : ground, metrics::card_radius);
    ui.frame(card, main ? ui.theme.accent : ui.theme.line, metrics::card_radius);
    float left = card.min.x + 20;
    if (main) {
        draw_icon(ui, {card.min.x + 28, card.min.y + 30}, Icon::play, ui.theme.accent);
        left += 24;
    }
    ui.text({left, card.min.y + 20}, Font::heading, ui.theme.text, title);
    ui.paragraph({card.min.x + 20, card.min.y + 46}, Font::note, ui.theme.dim, text, {.width = card.width() - 40});
    return does.clicked;
}

/// The ways on.
void draw_doors(Ui& ui, Column& column, const State& state, Commands& commands) {
    constexpr float height = 92, gap = 18, low_gap = 12;
    constexpr std::size_t count = 3;
    const bool stacked = form_of(ui.size()) == Form::phone;
    const Rect row = column.row(stacked ? count * height + (count - 1) * low_gap : height, 16);
    std::size_t place = 0;
    const auto opens = [&](const char* name, std::string_view title, std::string_view text, bool main = false) {
        const float top = row.min.y + static_cast<float>(place) * (height + low_gap);
        const Rect card = stacked ? rect_at({row.min.x, top}, row.width(), height) : row.part(place, count, gap);
        ++place;
        return door(ui, name, card, title, text, main);
    };
    if (state.run->has_both_stacks()) {
        if (opens("start/story", "Watch how it happens",
                  "one minute: these words become those, each step as it is computed (Enter)", true))
            play_story(state, commands);
    } else if (opens("start/look", "Look around", "every tensor, and every number in it", true)) {
        commands.push_back(SetMenu{""});
        commands.push_back(SetView{View::map});
    }
    const std::string lessons = fmt::format("{} of a few minutes: they ask, you try, the model answers",
                                            counted(static_cast<Size>(course().lessons.size()), "lesson"));
    if (opens("start/lessons", "Take a lesson", lessons)) {
        commands.push_back(SetMenu{""});
        commands.push_back(ShowCourse{});
    }
    if (opens("start/open", "Open yours", "another sample, a model folder, GPT-2, BERT, a trace from PyTorch")) {
        commands.push_back(SetMenu{""});
        if (const Action* open = find_action(state, "file/open")) perform(*open, state, commands);
    }
}

}  // namespace

void play_story(const State& state, Commands& commands) {
    if (first_unknown(state.of<SentenceTyping>())) return;  // its story would be that of another sentence
    commands.push_back(SetMenu{""});
    commands.push_back(BeginLesson{.lesson = story(), .step = 0, .on_own = true, .plays = true});
}

void draw_start(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != start_page || !state.run) return;
    begin_floating_box(ui, start_page, area, {.radius = 0, .frame = ui.theme.canvas});
    ui.fill(area, ui.theme.canvas);
    constexpr float head = 56;
    draw_head(ui, {area.min, {area.max.x, area.min.y + head}}, commands);
    const bool phone = form_of(ui.size()) == Form::phone;
    const float margin = std::max(phone ? 16.0f : 40.0f, (area.width() - widest) / 2);
    const Rect box{{area.min.x, area.min.y + head}, area.max};
    Column column = begin_column(ui, "page", box, state, margin, ui.size().y < 720 ? 4.0f : 16.0f);
    draw_field(ui, column, state, commands);
    draw_start_sentence(ui, column, state, commands);
    draw_doors(ui, column, state, commands);
    ui.text({(column.left + column.right) / 2, column.y}, Font::note, ui.theme.dim,
            "Every number and every line on this page was computed on this machine, a moment ago.",
            {.max_width = column.width(), .align = Align::centre, .shorten = Shorten::end});
    column.gap(20);
    end_column(column, "page", commands, 12);
    ui.end_floating();
}

}  // namespace vitrine
