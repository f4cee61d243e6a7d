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

/// Of one attention alone, which predicts nothing: how much of its result has changed.
std::string effect_on_result(const Run& run) {
    const TensorChange change =
        compare("", view(run.untouched->activations->attention.parts.merged), view(run.activations->attention.parts.merged));
    if (change.changed == 0) return "The result has not changed.";
    return fmt::format("{} of the result's {} changed.", change.changed, counted(change.cells, "number"));
}

/// What has come of all that is altered, against the run as it was.
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
    return words + (changed == 0 ? "The predictions for this sentence have not changed."
                                 : fmt::format("{} of the {} of this sentence changed.", changed,
                                               counted(static_cast<Size>(said.size()), "prediction")));
}

/// What the effect is of, unless it is this head alone.
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
        const char* why = "The model is being trained. Pause the training to silence a head.";
        return void(column.paragraph(Font::note, ui.theme.dim, why, 16));
    }
    const std::string attention = path_of(scene.place);
    const bool silent = is_silenced(state, attention, scene.head.head);
    const Rect area = column.row(32, 10);
    const std::string why = edit_refusal(state);
    const std::string_view tip = kept                           ? std::string_view(why)
                                 : silent                       ? ""
                                 : scene.run().is_transformer() ? "its contribution to the output of the attention becomes 0 (X)"
                                                                : "its dimensions of the result become 0 (X)";
    const ButtonFace face{.label = silent ? "Turn this head back on" : "Silence this head and rerun", .tip = tip, .enabled = !kept};
    if (button(ui, "attention/silence", area, face)) scene.commands.push_back(SilenceHead{attention, scene.head.head, !silent});

    const bool altered = scene.run().untouched != nullptr;
    const std::string words = altered ? silencing_words(scene.run(), {attention, scene.head.head}, state.selection.sentence)
                                      : "Silencing a head shows what it contributes: everything after it is computed again.";
    column.paragraph(Font::note, altered ? ui.theme.text : ui.theme.dim, words, 16);
}

}  // namespace vitrine
