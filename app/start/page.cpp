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

constexpr float widest = 1120, widest_field = 800, chip_gap = 6;

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

/// Puts a text into the field as if it had been typed.
void type(std::string text, Commands& commands) {
    commands.push_back(SetSentenceText{typed_text(std::move(text))});
    commands.push_back(SetFocus{start_field});
}

float words_width(const Ui& ui, std::string_view words) { return ui.width_of(Font::note, words) + 4; }
float example_width(const Ui& ui, std::string_view text) { return ui.width_of(Font::note, text) + 20; }

/// Some words, and chips behind them. Returns the clicked one.
std::optional<std::size_t> chips(Ui& ui, const Column& column, Flow& flow, std::string_view words, Colour colour,
                                 const std::string& prefix, std::span<const std::string> texts) {
    std::optional<std::size_t> clicked;
    const float width = std::min(column.width(), words_width(ui, words));
    const ImVec2 corner = flow.next(width);
    ui.text({corner.x, corner.y + chip_height / 2}, Font::note, colour, words,
            {.max_width = width, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const float wide = std::min(column.width(), example_width(ui, texts[i]));
        const Rect box = rect_at(flow.next(wide), wide, chip_height);
        const Interaction does = ui.control(prefix + texts[i], box);
        chip(ui, box.min, texts[i], {.hovered = does.hovered, .width = wide});
        if (does.clicked) clicked = i;
    }
    return clicked;
}

/// An unknown word, and the words that may have been meant. A click takes one.
void draw_unknown(Ui& ui, Column& column, const UnknownWord& word, const State& state, Commands& commands) {
    const float top = column.y;
    const std::string words = unknown_text(state, word) + (word.near.empty() ? "." : ". Near:");
    Flow flow(column, chip_height, chip_gap);
    if (const auto taken = chips(ui, column, flow, words, ui.theme.error, "start/near/", word.near))
        type(with_word(state.of<SentenceTyping>().text, word, word.near[*taken]).text, commands);
    ui.place("start/unknown", column.since(top));
}

constexpr std::string_view try_words = "Try:", card_words = "What does it know?";

float card_width(const Ui& ui) { return ui.width_of(Font::note_strong, card_words) + 8; }

/// Other texts than the typed one: a few that fit into this room side by side, so that the line stays one line; at least one.
std::vector<std::string> shown_examples(const Ui& ui, float room, const State& state) {
    constexpr std::size_t most = 3;
    std::vector<std::string> texts = example_texts(state), shown;
    std::erase(texts, state.of<SentenceTyping>().text.text);
    if (form_of(ui.size()) == Form::phone) {  // there they may take two lines
        texts.resize(std::min(texts.size(), most - 1));
        return texts;
    }
    float left = room - words_width(ui, try_words);
    for (const std::string& text : texts) {
        const float width = example_width(ui, text) + chip_gap;
        if (shown.size() == most || width > left) continue;
        left -= width;
        shown.push_back(text);
    }
    if (shown.empty() && !texts.empty()) shown.push_back(texts.front());
    return shown;
}

/// Texts to try, which a click types, and the way to the model's card.
void draw_examples(Ui& ui, Column& column, const State& state, Commands& commands) {
    const bool has_card = state.run->model->card.has_value();
    const float width = card_width(ui);
    const std::vector<std::string> texts = shown_examples(ui, column.width() - (has_card ? width + chip_gap : 0), state);
    if (texts.empty() && !has_card) return;
    const float top = column.y;
    Flow flow(column, chip_height, chip_gap);
    if (!texts.empty()) {
        if (const auto taken = chips(ui, column, flow, try_words, ui.theme.dim, "start/example/", texts))
            type(texts[*taken], commands);
        ui.place("start/examples", column.since(top));
    }
    if (!has_card) return;
    const Rect link = rect_at(flow.next(width), width, chip_height);
    const Interaction does = ui.control("start/card", link);
    ui.text(link.centre(), Font::note_strong, does.hovered ? ui.theme.accent : ui.theme.text, card_words,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    if (does.clicked) commands.push_back(SetMenu{card_page});
}

/// What of the typed text is not read, and whether it is longer than what the model has learned from.
std::string notes_on_text(const State& state) {
    const std::string left_out = left_out_text(state.of<SentenceTyping>()), too_long = too_long_text(state);
    return left_out + (left_out.empty() || too_long.empty() ? "" : " ") + too_long;
}

/// What the field is for, what is wrong with its text, or what of it is not read.
void draw_below_field(Ui& ui, Column& column, const State& state, Commands& commands) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    const std::string about = start_text(*state.run, sentence_said(*state.run, state.selection.sentence).asked);
    const float top = column.y;
    if (const UnknownWord* word = first_unknown(typing)) {
        draw_unknown(ui, column, *word, state, commands);
    } else if (!typing.problem.empty()) {
        ui.place("start/problem", column.paragraph(Font::note, ui.theme.error, typing.problem));
    } else if (const std::string notes = notes_on_text(state); !notes.empty()) {
        ui.place("start/notes", column.paragraph(Font::note, ui.theme.dim, notes));
    } else {
        ui.place("start/about", column.paragraph(Font::note, ui.theme.dim, about));
    }
    // So that nothing below moves with what is said here.
    const float usual = paragraph_height(ui.fonts, Font::note, about, {.width = column.width()});
    column.y = std::max({column.y, top + usual, top + 2 * chip_height - 8}) + 6;
    draw_examples(ui, column, state, commands);
}

/// What the empty field says.
std::string placeholder(const State& state) {
    const std::vector<std::string> examples = example_texts(state);
    return examples.empty() ? "Type a sentence" : "Type, for example: " + examples.front();
}

void draw_field(Ui& ui, Column& page_column, const State& state, Commands& commands) {
    const float inset = std::max(0.0f, (page_column.width() - widest_field) / 2);
    Column column = page_column.inset(inset);
    const std::string refusal = sentence_refusal(state);
    if (!refusal.empty()) {
        column.paragraph(Font::display, ui.theme.text, start_title(*state.run), 8);
        column.paragraph(Font::note, ui.theme.dim, start_text(*state.run, Asked::next), 8);
        column.paragraph(Font::note, ui.theme.dim, fmt::format("No sentence can be typed here: {}.", refusal), 10);
        draw_start_models_button(ui, rect_at(column.corner(), start_models_width(ui, state), metrics::control), state, commands);
        column.gap(metrics::control);
    } else {
        const TextEdit& text = state.of<SentenceTyping>().text;
        const bool types = state.focus == start_field;
        const bool phone = form_of(ui.size()) == Form::phone;
        const std::string hint = text.text.empty() ? placeholder(state) : "";
        const float models = start_models_width(ui, state);
        const auto wrong = wrong_parts(state.of<SentenceTyping>());
        const TextFieldInput input{.name = start_field,
                                   .text = text.text,
                                   .caret = types ? text.caret : 0,  // elsewhere, the beginning of a long text is shown
                                   .anchor = text.anchor,
                                   .placeholder = hint,
                                   .typing = types,
                                   .font = phone ? Font::title : Font::display,
                                   .large = true,
                                   .kept = phone ? 0 : models,
                                   .wrong = wrong};
        const Rect field = column.row(phone ? 52.0f : 64.0f, 10);
        const TextFieldOutput does = text_field(ui, field, input);
        const Rect at_end = rect_at({field.max.x - models - 12, field.centre().y - metrics::control / 2}, models, metrics::control);
        if (!phone) draw_start_models_button(ui, at_end, state, commands);
        if (does.clicked) commands.push_back(SetFocus{start_field});
        if (does.clicked) commands.push_back(ClickField{});
        // A newcomer clicks before typing: the sentence that the page opens with stays selected, so that the typed one replaces it.
        const bool all_selected = selected_text(text) == text.text;
        const bool stays_selected = all_selected && !(does.clicked && state.of<StartPage>().clicked);
        const auto pointed = pointed_text(ui, text, does);
        if (pointed && !stays_selected) commands.push_back(SetSentenceText{*pointed});
        if (phone) {
            draw_start_models_button(ui, rect_at(column.corner(), models, touch_height), state, commands);
            column.gap(touch_height + 8);
        }
        Column below = column.inset(phone ? 0 : 24);
        draw_below_field(ui, below, state, commands);
        column.y = below.y;
    }
    page_column.y = column.y + (ui.size().y < 720 ? 16.0f : 30.0f);
}

enum class DoorLook : std::uint8_t { usual, main, closed };

/// A card that leads to something. Returns whether it was clicked; a closed one cannot be.
bool door(Ui& ui, const std::string& name, const Rect& card, std::string_view title, std::string_view text, DoorLook look) {
    const bool main = look == DoorLook::main, closed = look == DoorLook::closed;
    const Interaction does = closed ? ui.place(name, card), Interaction{} : ui.control(name, card);
    const Colour ground = main ? mixed(ui.theme.raised, ui.theme.accent, 0.12f) : ui.theme.raised;
    ui.fill(card, does.hovered || does.focused ? mixed(ground, ui.theme.text, 0.06f) : ground, metrics::card_radius);
    ui.frame(card, main ? ui.theme.accent : ui.theme.line, metrics::card_radius);
    float left = card.min.x + 20;
    if (look != DoorLook::usual) {
        draw_icon(ui, {card.min.x + 28, card.min.y + 30}, Icon::play, main ? ui.theme.accent : ui.theme.faint);
        left += 24;
    }
    ui.text({left, card.min.y + 20}, Font::heading, closed ? ui.theme.faint : ui.theme.text, title);
    ui.paragraph({card.min.x + 20, card.min.y + 46}, Font::note, closed ? ui.theme.faint : ui.theme.dim, text,
                 {.width = card.width() - 40});
    return does.clicked;
}

/// The ways on.
void draw_doors(Ui& ui, Column& column, const State& state, Commands& commands) {
    constexpr float height = 92, gap = 18, low_gap = 12;
    constexpr std::size_t count = 3;
    const bool stacked = form_of(ui.size()) == Form::phone;
    const Rect row = column.row(stacked ? count * height + (count - 1) * low_gap : height, 16);
    std::size_t place = 0;
    const auto opens = [&](const char* name, std::string_view title, std::string_view text, DoorLook look = DoorLook::usual) {
        const float top = row.min.y + static_cast<float>(place) * (height + low_gap);
        const Rect card = stacked ? rect_at({row.min.x, top}, row.width(), height) : row.part(place, count, gap);
        ++place;
        return door(ui, name, card, title, text, look);
    };
    if (state.run->has_both_stacks()) {
        const bool closed = !answers_field(state);
        if (opens("start/story", "Watch how it happens",
                  "one minute: these words become those, each step as it is computed (Enter)",
                  closed ? DoorLook::closed : DoorLook::main))
            play_story(state, commands);
    } else if (opens("start/look", "Look around", "every tensor, and every number in it", DoorLook::main)) {
        commands.push_back(SetMenu{""});
        commands.push_back(SetView{View::map});
    }
    const std::string lessons = fmt::format("{} of a few minutes: they ask, you try, the model answers",
                                            counted(static_cast<Size>(course().lessons.size()), "lesson"));
    if (opens("start/lessons", "Take a lesson", lessons)) {
        commands.push_back(SetMenu{""});
        commands.push_back(ShowCourse{});
    }
    if (opens("start/open", "Open yours", "a model folder, GPT-2, BERT, a trace from PyTorch")) open_other_model(state, commands);
}

}  // namespace

void play_story(const State& state, Commands& commands) {
    if (!answers_field(state)) return;  // its story would be that of another sentence
    commands.push_back(SetMenu{""});
    commands.push_back(BeginLesson{.lesson = story(), .step = 0, .on_own = true, .plays = true});
}

void draw_start(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!shows_start_page(state.menu) || !state.run) return;
    begin_floating_box(ui, start_page, area, {.radius = 0, .frame = ui.theme.canvas});
    ui.fill(area, ui.theme.canvas);
    if (state.menu == start_models) ui.end_floating();  // what is below the list does not respond
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
    draw_start_models(ui, area, state, commands);
}

}  // namespace vitrine
