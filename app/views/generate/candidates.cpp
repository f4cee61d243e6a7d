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

constexpr float thickness = 12, thin = 6;

struct RowColumns {
    float word, bar, number, right;
};

RowColumns columns_of(const Ui& ui, const Column& column, const NextWords& words) {
    const float numbers = ui.width_of(Font::mono_small, "0.0000") + 12;
    const float word = column.left + std::clamp(0.27f * column.width(), 64.0f, 128.0f);
    return {word, word + 12, column.right - (words.samples ? 2 : 1) * numbers, column.right};
}

void draw_share(Ui& ui, const Rect& track, double share, Colour colour) {
    constexpr float least = 2;  // a small probability is still visible
    if (!(share > 0)) return;
    const float length = std::max(least, track.width() * static_cast<float>(std::min(share, 1.0)));
    ui.fill({track.min, {track.min.x + length, track.max.y}}, colour, std::min(3.0f, length / 2));
}

/// "0.0051", "4e-6": as short as the column is.
std::string share_text(double share) {
    std::string text = short_signed_number(share, 4);
    return text.front() == '+' ? text.substr(1) : text;
}

/// The bars of one word: its probability under the model and, in sampling, its probability after temperature and cuts.
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
    const Rect word =
        ui.text({at.word, middle}, words.is_taken(row.place) ? Font::note_strong : Font::note, colour, words.word(row.place),
                {.max_width = at.word - left, .align = Align::right, .vertical = VerticalAlign::middle});
    if (words.is_forbidden(row.place)) ui.fill({{word.min.x - 2, middle}, {word.max.x + 2, middle + 1.5f}}, ui.theme.error);
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
    if (does.clicked && !words.is_forbidden(row.place))
        words.scene.commands.push_back(ForceWord{words.scene.asking, candidate.token});
}

/// The line between the words that are left and the others.
void draw_cut(Ui& ui, const Rect& line, const std::string& words) {
    const float middle = line.centre().y;
    const Rect written = ui.text({line.max.x, middle}, Font::label, ui.theme.text, words,
                                 {.max_width = line.width() - 24, .align = Align::right, .vertical = VerticalAlign::middle});
    constexpr float dash = 6, space = 4;
    for (float x = line.min.x; x + dash < written.min.x - 6; x += dash + space)
        ui.fill({{x, middle - 0.5f}, {x + dash, middle + 0.5f}}, ui.theme.dim);
    ui.place("generate/cut", line);
}

Rect candidate_row(Column& column) {
    const Rect row = column.row(CandidateList::row_height);
    return {{row.min.x - 4, row.min.y}, row.max};
}

void draw_rows(Ui& ui, Column& column, const RowColumns& at, const CandidateList& list) {
    for (std::size_t place = 0; place <= list.count; ++place) {
        if (place == list.words.left && !list.cut.empty()) draw_cut(ui, column.row(CandidateList::cut_height), list.cut);
        if (place < list.count) draw_candidate(ui, {candidate_row(column), place}, at, list.words);
    }
}

/// The list, in a scroll area if it does not fit; below it the rows that must stay visible and the number of further rows.
void draw_list(Ui& ui, Column& column, const RowColumns& at, const CandidateList& list) {
    constexpr const char* name = "generate-candidates/list";
    Column rows = column;
    const Rect view = column.row(list.height);
    if (list.height >= list.end(list.words.all.size())) return draw_rows(ui, rows, at, list);

    rows.y = begin_scroll(ui, name, {{view.min.x - 6, view.min.y}, {view.max.x + 8, view.max.y}}, list.words.scene.state);
    const std::size_t seen = list.rows_within(view.max.y - rows.y + 1);
    draw_rows(ui, rows, at, list);
    end_column(rows, name, list.words.scene.commands, 0);
    if (!list.alone.empty()) {
        ui.text({at.word, column.row(CandidateList::gap_line).centre().y}, Font::label, ui.theme.faint, "…",
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    for (const std::size_t place : list.alone) draw_candidate(ui, {candidate_row(column), place, true}, at, list.words);
    column.gap(4);
    column.line(CandidateList::last_line - 4, Font::note, ui.theme.dim, rest_words(list, seen));
}

/// The headings of the columns of numbers, if there are two.
void draw_column_titles(Ui& ui, Column& column, const RowColumns& at, const NextWords& words) {
    if (words.scale >= 1 && !words.samples) return;
    const float y = column.row(18).min.y;
    if (words.scale < 1) {
        ui.text({at.bar, y}, Font::label, ui.theme.faint, "full bar: " + tick_text(words.scale),
                {.max_width = at.number - 8 - at.bar});
    }
    if (!words.samples) return;
    ui.text({(at.number + at.right) / 2, y}, Font::label, ui.theme.faint, "model", {.align = Align::right});
    ui.text({at.right, y}, Font::label, ui.theme.dim, "drawn", {.align = Align::right});
}

std::string title_of(const GenerateScene& scene) { return fmt::format("Step {}", scene.at(scene.asking).step + 1); }

std::string remark_of(const GenerateScene& scene) {
    if (scene.asking == scene.root && !scene.has_source()) return "after the prompt";
    return scene.asking == scene.root ? "the first token" : fmt::format("after “{}”", words_to(scene.state, scene.asking));
}

/// What a line through a word means.
void draw_rules(Ui& ui, Column& column, const NextWords& words) {
    const std::size_t count = words.listed.row->forbidden.size();
    const std::string said =
        count == 1
            ? fmt::format("Crossed out: the model's configuration forbids “{}” here (bad_words_ids, suppress_tokens).",
                          words.scene.word(words.listed.row->forbidden.front()))
            : fmt::format("Crossed out: {} tokens that the model's configuration forbids here (bad_words_ids, suppress_tokens).",
                          count);
    ui.place("generate/rules", column.paragraph(Font::label, ui.theme.dim, said, 4));
}

/// Why the word that is looked at was taken, or was not.
void draw_reason(Ui& ui, Column& column, const GenerateScene& scene) {
    if (scene.node == scene.root) return;
    const std::string words = fmt::format("“{}”: {}", scene.word_at(scene.node), why(scene.generation(), scene.node));
    ui.place("generate/why", column.paragraph(Font::note, ui.theme.dim, words, 10));
}

}  // namespace

void draw_generate_candidates(Ui& ui, Column& column, float height, const GenerateScene& scene) {
    const float bottom = column.y + height;
    column.heading(title_of(scene), remark_of(scene), Shorten::middle);
    draw_reason(ui, column, scene);
    const NextWords words = next_words(scene);
    const RowColumns at = columns_of(ui, column, words);
    draw_column_titles(ui, column, at, words);
    constexpr float rules_line = 36;
    const bool has_rules = words.listed.row && !words.listed.row->forbidden.empty();
    draw_list(ui, column, at, list_within(words, bottom - column.y - (has_rules ? rules_line : 0)));
    if (has_rules) draw_rules(ui, column, words);
    column.gap(4);
}

}  // namespace vitrine
