#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/run/prediction.h"
#include "app/views/attention/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "core/text/plain_text.h"
#include "core/trace/comparison.h"

namespace vitrine {

namespace {

/// For an attention alone, which predicts nothing: how much of its result has changed.
std::string effect_on_result(const Run& run) {
    const TensorChange change =
        compare("", view(run.untouched->activations->attention.parts.merged), view(run.activations->attention.parts.merged));
    if (change.changed == 0) return "No number of the result has changed.";
    return fmt::format("{} of the result's {} changed.", change.changed, counted(change.cells, "number"));
}

/// The effect of everything altered, compared with the untouched run.
std::string effect_words(const Run& run, Size sentence) {
    std::string words;
    if (run.has_loss()) {
        words =
            fmt::format("Loss of the batch {} → {}. ", plain_number(static_cast<double>(run.untouched->activations->loss.at({0}))),
                        plain_number(static_cast<double>(run.activations->loss.at({0}))));
    }
    if (!run.is_transformer()) return effect_on_result(run);
    const auto said = predicted_words(*run.untouched, run, sentence);
    const auto changed = std::ranges::count_if(said, &PredictedWord::has_changed);
    return words + (changed == 0 ? "No predicted word of this sentence has changed."
                                 : fmt::format("{} of this sentence's {} changed.", changed,
                                               counted(static_cast<Size>(said.size()), "predicted word")));
}

/// What was altered; empty if it is only this head.
std::string cause_words(const Run& run, const SilencedHead& head) {
    const Edits this_head{.batch = run.edits.batch, .interventions = {.silenced = {head}}};
    return run.edits == this_head ? "" : "Altered: " + alterations_text(run) + ". ";
}

}  // namespace

std::string silencing_words(const Run& run, const SilencedHead& head, Size sentence) {
    return cause_words(run, head) + effect_words(run, sentence);
}

void draw_attention_without(Ui& ui, Column& column, const AttentionScene& scene) {
    const State& state = scene.state;
    column.title("WITHOUT IT", {}, 8);
    const bool kept = shows_a(state);
    if (!can_edit(state) && !kept) {
        const char* why = "A model that is learning changes by itself: its heads can be silenced while it is paused.";
        return void(column.paragraph(Font::note, ui.theme.dim, why, 16));
    }
    const std::string attention = path_of(scene.place);
    const bool silent = is_silenced(state, attention, scene.head.head);
    const Rect area = column.row(32, 10);
    const std::string why = edit_refusal(state);
    const std::string_view tip = kept                           ? std::string_view(why)
                                 : silent                       ? ""
                                 : scene.run().is_transformer() ? "its part of the sum that W_O makes becomes 0 (X)"
                                                                : "its features of the result become 0 (X)";
    const ButtonFace face{
        .label = silent ? "Let this head speak again" : "Silence this head and rerun", .tip = tip, .enabled = !kept};
    if (button(ui, "attention/silence", area, face)) scene.commands.push_back(SilenceHead{attention, scene.head.head, !silent});

    const bool altered = scene.run().untouched != nullptr;
    const std::string words = altered ? silencing_words(scene.run(), {attention, scene.head.head}, state.selection.sentence)
                                      : "Silencing a head shows what it matters for; everything behind it is computed again.";
    column.paragraph(Font::note, altered ? ui.theme.text : ui.theme.dim, words, 16);
}

}  // namespace vitrine
