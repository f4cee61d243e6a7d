/// The words that may come next, likeliest first, and which of them the strategy leaves.

#include "app/views/generate/candidates.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/state.h"
#include "app/views/generate/commands.h"
#include "app/widgets/chart/axis.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float row_height = CandidateList::row_height, cut_height = CandidateList::cut_height;
constexpr float thickness = 12, thin = 6;

struct RowColumns {
    float word, bar, number, right;
};

RowColumns columns_of(const Ui& ui, const GenerateColumn& column, const NextWords& words) {
    const float numbers = ui.width_of(Font::mono_small, "0.0000") + 12;
    const float word = column.left + std::clamp(0.27f * column.width(), 64.0f, 128.0f);
    return {word, word + 12, column.right - (words.samples ? 2 : 1) * numbers, column.right};
}

void draw_share(Ui& ui, const Rect& track, double share, Colour colour) {
    constexpr float least = 2;  // what is not nothing can be seen
    if (!(share > 0)) return;
    const float length = std::max(least, track.width() * static_cast<float>(std::min(share, 1.0)));
    ui.fill({track.min, {track.min.x + length, track.max.y}}, colour, std::min(3.0f, length / 2));
}

/// "0.0051", "4e-6": as short as the column is.
std::string share_text(double share) {
    std::string text = short_signed_number(share, 4);
    return text.front() == '+' ? text.substr(1) : text;
}

/// The bars of one word: what it has under the model and, where words are drawn, what is left of that.
void draw_bars(Ui& ui, const RowColumns& at, float middle, const Candidate& candidate, const NextWords& words, bool left) {
    const Colour strong = left ? ui.theme.output : mixed(ui.theme.line, ui.theme.dim, 0.5f);
    const float right = at.number - 8;
    if (!words.samples) {
        draw_share(ui, {{at.bar, middle - thickness / 2}, {right, middle + thickness / 2}}, candidate.probability / words.scale,
                   strong);
        return;
    }
    draw_share(ui, {{at.bar, middle - thin - 1}, {right, middle - 1}}, candidate.probability / words.scale,
               mixed(ui.theme.raised, strong, 0.45f));
    draw_share(ui, {{at.bar, middle + 1}, {right, middle + 1 + thin}}, candidate.filtered / words.scale, strong);
}

void draw_numbers(Ui& ui, const RowColumns& at, float middle, const Candidate& candidate, const NextWords& words, bool left) {
    const TextOptions right{.align = Align::right, .vertical = VerticalAlign::middle};
    const Colour colour = left ? ui.theme.text : ui.theme.faint;
    if (!words.samples) {
        ui.text({at.right, middle}, Font::mono_small, colour, share_text(candidate.probability), right);
        return;
    }
    ui.text({(at.number + at.right) / 2, middle}, Font::mono_small, ui.theme.faint, share_text(candidate.probability), right);
    ui.text({at.right, middle}, Font::mono_small, colour, left ? share_text(candidate.filtered) : "–", right);
}

/// A word's row; one that stands by itself says its number.
struct CandidateRow {
    Rect area;
    std::size_t place;
    bool alone = false;
};

void draw_word(Ui& ui, const CandidateRow& row, const RowColumns& at, const NextWords& words, bool hovered) {
    const float middle = row.area.centre().y;
    const Colour colour = words.is_shown(row.place)             ? ui.theme.accent
                          : words.is_left(row.place) || hovered ? ui.theme.text
                                                                : ui.theme.faint;
    float left = row.area.min.x + 4;
    if (row.alone) {
        const Rect number = ui.text({left, middle}, Font::label, ui.theme.faint, fmt::format("{}.", row.place + 1),
                                    {.vertical = VerticalAlign::middle});
        left = number.max.x + 4;
    }
    ui.text({at.word, middle}, words.is_taken(row.place) ? Font::note_strong : Font::note, colour, words.word(row.place),
            {.max_width = at.word - left, .align = Align::right, .vertical = VerticalAlign::middle});
}

void draw_candidate(Ui& ui, const CandidateRow& row, const RowColumns& at, const NextWords& words) {
    const Candidate& candidate = words.all[row.place];
    const std::string name = fmt::format("generate/{}/{}", row.alone ? "taken" : "candidate", candidate.token);
    // The keyboard goes to those in sight alone: there may be hundreds.
    if (!ui.sees(row.area)) return void(ui.place(name, row.area));
    const Interaction does = ui.control(name, row.area);
    if (does.hovered) ui.fill(row.area, ui.theme.raised, metrics::radius);
    const float middle = row.area.centre().y;
    draw_word(ui, row, at, words, does.hovered);
    draw_bars(ui, at, middle, candidate, words, words.is_left(row.place));
    draw_numbers(ui, at, middle, candidate, words, words.is_left(row.place));
    if (does.hovered) ui.note(note_of(words, row.place), row.area);
    if (does.clicked) words.desk.commands.push_back(ForceWord{words.desk.asking, candidate.token});
}

/// The line between the words that are left and the others.
float draw_cut(Ui& ui, const GenerateColumn& column, float y, const std::string& words) {
    const float middle = y + cut_height / 2;
    const Rect written = ui.text({column.right, middle}, Font::label, ui.theme.text, words,
                                 {.max_width = column.width() - 24, .align = Align::right, .vertical = VerticalAlign::middle});
    constexpr float dash = 6, space = 4;
    for (float x = column.left; x + dash < written.min.x - 6; x += dash + space)
        ui.fill({{x, middle - 0.5f}, {x + dash, middle + 0.5f}}, ui.theme.dim);
    ui.place("generate/cut", rect_at({column.left, y}, column.width(), cut_height));
    return y + cut_height;
}

void draw_rows(Ui& ui, const GenerateColumn& column, float y, const RowColumns& at, const CandidateList& list) {
    for (std::size_t place = 0; place <= list.count; ++place) {
        if (place == list.words.left && !list.cut.empty()) y = draw_cut(ui, column, y, list.cut);
        if (place == list.count) break;
        draw_candidate(ui, {rect_at({column.left - 4, y}, column.width() + 4, row_height), place}, at, list.words);
        y += row_height;
    }
}

/// The list in an area of its own, where it does not fit; below it what must be seen, and how much there is besides.
float draw_list(Ui& ui, const GenerateColumn& column, float y, const RowColumns& at, const CandidateList& list) {
    constexpr const char* name = "generate-candidates/list";
    if (list.height >= list.end(list.words.all.size())) {
        draw_rows(ui, column, y, at, list);
        return y + list.height;
    }
    const State& state = list.words.desk.state;
    const float top = begin_scroll(ui, name, {{column.left - 6, y}, {column.right + 8, y + list.height}}, state);
    draw_rows(ui, column, top, at, list);
    const std::size_t seen = list.rows_within(y - top + list.height + 1);
    end_scroll(ui, name, top + list.end(list.count), list.words.desk.commands);
    y += list.height;
    if (!list.alone.empty()) {
        ui.text({at.word, y + CandidateList::gap_line / 2}, Font::label, ui.theme.faint, "…",
                {.align = Align::right, .vertical = VerticalAlign::middle});
        y += CandidateList::gap_line;
    }
    for (const std::size_t place : list.alone) {
        draw_candidate(ui, {rect_at({column.left - 4, y}, column.width() + 4, row_height), place, true}, at, list.words);
        y += row_height;
    }
    ui.text({column.left, y + 4}, Font::note, ui.theme.dim, rest_words(list.words, seen), {.max_width = column.width()});
    return y + CandidateList::last_line;
}

/// What the columns of numbers are, where there are two.
float draw_column_titles(Ui& ui, float y, const RowColumns& at, const NextWords& words) {
    if (words.scale < 1) {
        ui.text({at.bar, y}, Font::label, ui.theme.faint, "full bar: " + tick_text(words.scale),
                {.max_width = at.number - 8 - at.bar});
    }
    if (!words.samples) return words.scale < 1 ? y + 18 : y;
    ui.text({(at.number + at.right) / 2, y}, Font::label, ui.theme.faint, "model", {.align = Align::right});
    ui.text({at.right, y}, Font::label, ui.theme.dim, "drawn", {.align = Align::right});
    return y + 18;
}

std::string title_of(const GenerateDesk& desk) { return fmt::format("Step {}", desk.at(desk.asking).step + 1); }

std::string remark_of(const GenerateDesk& desk) {
    return desk.asking == 0 ? "the first word" : fmt::format("after “{}”", words_to(desk.state, desk.asking));
}

/// Why the word that is looked at was taken, or was not.
float draw_reason(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    if (desk.at(desk.node).parent < 0) return y;
    const std::string words = fmt::format("“{}”: {}", desk.word_at(desk.node), why(desk.generation(), desk.node));
    const Rect said = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()});
    ui.place("generate/why", said);
    return said.max.y + 10;
}

}  // namespace

float draw_generate_candidates(Ui& ui, const GenerateColumn& column, float y, float height, const GenerateDesk& desk) {
    const float bottom = y + height;
    y = draw_generate_heading(ui, column, y, title_of(desk), remark_of(desk));
    y = draw_reason(ui, column, y, desk);
    const NextWords words = next_words(desk);
    const RowColumns at = columns_of(ui, column, words);
    y = draw_column_titles(ui, y, at, words);
    return draw_list(ui, column, y, at, list_within(words, bottom - y)) + 4;
}

}  // namespace vitrine
