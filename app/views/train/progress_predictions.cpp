#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/views/train/beginning.h"
#include "app/views/train/commands.h"
#include "app/views/train/progress_parts.h"
#include "app/views/train/time.h"
#include "app/views/train/words.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float caption_width = 48, chip_gap = 5, line_gap = 4, verdict_width = 96, sentence_gap = 20;

/// The widths of words, such that truth and prediction are aligned: each pair is as wide as the wider word.
std::vector<float> widths_of(const Ui& ui, const std::vector<SaidSentence::Word>& first,
                             const std::vector<SaidSentence::Word>& second) {
    std::vector<float> widths;
    for (std::size_t i = 0; i < first.size(); ++i) {
        widths.push_back(std::max(chip_width(ui, first[i].word), second.empty() ? 0 : chip_width(ui, second[i].word)));
    }
    return widths;
}

/// The index after the last word of each line, such that no line is wider than `room`.
std::vector<std::size_t> lines_of(const std::vector<float>& widths, float room) {
    std::vector<std::size_t> ends;
    float used = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (used > 0 && used + widths[i] > room) ends.push_back(i), used = 0;
        used += widths[i] + chip_gap;
    }
    ends.push_back(widths.size());
    return ends;
}

struct Row {
    const char* caption;
    const std::vector<SaidSentence::Word>& words;
};

/// Draws rows of words below one another, broken into lines at the same places.
void draw_rows(Ui& ui, Column& column, std::span<const Row> rows, const std::vector<float>& widths) {
    std::size_t begin = 0;
    for (const std::size_t end : lines_of(widths, column.width() - caption_width)) {
        for (const Row& row : rows) {
            const std::span part = std::span(row.words).subspan(begin, end - begin);
            if (std::ranges::all_of(part, &std::string::empty, &SaidSentence::Word::word)) continue;
            const Rect line = column.row(chip_height, line_gap);
            if (begin == 0)
                ui.text({line.min.x, line.centre().y}, Font::label, ui.theme.dim, row.caption, {.vertical = VerticalAlign::middle});
            float x = line.min.x + caption_width;
            for (std::size_t i = begin; i < end; ++i) {
                const SaidSentence::Word& word = row.words[i];
                if (!word.word.empty())
                    chip(ui, {x, line.min.y}, word.word, {.faint = word.padding, .wrong = word.wrong, .width = widths[i]});
                x += widths[i] + chip_gap;
            }
        }
        begin = end;
    }
}

void draw_verdict(Ui& ui, ImVec2 at, const SaidSentence& sentence) {
    if (sentence.of_another_source) return;
    const bool wrong = sentence.wrong() > 0;
    const Colour colour = wrong ? ui.theme.error : ui.theme.good;
    const Rect written =
        ui.text(at, Font::note_strong, colour, verdict_text(sentence), {.align = Align::right, .vertical = VerticalAlign::middle});
    draw_icon(ui, {written.min.x - 10, at.y}, wrong ? Icon::cross : Icon::check, colour);
}

/// Draws "held out", with an explanation while hovered.
void draw_use(Ui& ui, ImVec2 at, Size sentence, SentenceUse use) {
    const UseWords words = words_of(use);
    const Rect written = ui.text(at, Font::label, use == SentenceUse::held_out ? ui.theme.text : ui.theme.dim, words.label,
                                 {.align = Align::right, .vertical = VerticalAlign::middle});
    if (ui.place(fmt::format("says/{}/use", sentence), written).hovered) ui.note({words.label, words.tip});
}

/// The run whose predictions are shown, and how its training uses the sentences.
struct Shown {
    std::shared_ptr<const Run> run;
    std::vector<SentenceUse> uses;
};

/// The predictions to show. Before a training has begun, they are those of the model to be trained.
Shown shown_predictions(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const TimeView& time = state.of<TimeView>();
    if (time.at && time.run && time.run_step == *time.at)
        return {time.run, training.snapshot && !training.snapshot->batch ? training.uses : std::vector<SentenceUse>{}};
    if (state.of<Learning>().shown && state.run && !state.edits.empty()) return {working_run(state), {}};
    if (training.started) return {training.run, training.uses};
    return {training.settings.from == TrainingStart::open_model ? model_to_train(state) : nullptr, {}};
}

void draw_sample(Ui& ui, Column& column, Size sentence, const Shown& shown, const State& state, Commands& commands) {
    const SaidSentence sample = said_sentence(*shown.run, sentence);
    const float top = column.y;
    const Row source[] = {{given_caption(shown.run->model->configuration.architecture), sample.source}};
    Column above{ui, column.left, column.right - verdict_width, column.y};
    draw_rows(ui, above, source, widths_of(ui, sample.source, {}));
    column.y = above.y;
    const float verdict = column.y + chip_height * 1.5f + line_gap;
    const Row target[] = {{sample.of_another_source ? "labels" : "truth", sample.truth}, {"model", sample.said}};
    const auto place = static_cast<std::size_t>(sentence);
    if (place < shown.uses.size()) draw_use(ui, {column.right, top + chip_height / 2}, sentence, shown.uses[place]);
    Column words{ui, column.left, column.right - verdict_width, column.y};
    draw_rows(ui, words, target, widths_of(ui, sample.truth, sample.said));
    draw_verdict(ui, {column.right, verdict}, sample);
    if (sample.of_another_source) words.paragraph(Font::note, ui.theme.text, labels_of_another_source, 4);
    const Rect all{{column.left - 12, top - 8}, {column.right + 12, words.y + 4}};
    column.y = words.y + sentence_gap;
    const Interaction does = ui.control(fmt::format("says/{}", sentence), all);
    if (state.selection.sentence == sentence)
        ui.fill({{all.min.x, all.min.y + 6}, {all.min.x + 3, all.max.y - 6}}, ui.theme.accent, 1);
    if (does.hovered && state.selection.sentence != sentence) ui.frame(all, ui.theme.line, metrics::radius_large);
    if (does.clicked) commands.push_back(SelectSentence{sentence});
}

}  // namespace

UseWords words_of(SentenceUse use) {
    switch (use) {
        case SentenceUse::held_out:
            return {"held out", "this training never trains on it"};
        case SentenceUse::trained:
            return {"trained on", "it is among the sentences that this training trains on"};
        case SentenceUse::drawn:
            return {"not held out", "this training draws sentences at random and does not hold this one out"};
        default:
            return {"not trained on", "it is not among the sentences that this training trains on"};
    }
}

void draw_predictions(Ui& ui, Column& column, const State& state, Commands& commands) {
    const Rect title = column.row(progress_title_height, 12);
    const Shown shown = shown_predictions(state);
    const auto& at = state.of<TimeView>().at;
    draw_progress_title(ui, title, at ? fmt::format("Predictions after step {}", grouped(*at)) : "Predictions now",
                        shown.run ? predictions_remark(*shown.run) : "");
    if (!shown.run || !shown.run->has_loss()) return;
    for (Size sentence = 0; sentence < sentence_count(*shown.run); ++sentence)
        draw_sample(ui, column, sentence, shown, state, commands);
}

}  // namespace vitrine
