#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/tried.h"
#include "app/run/prediction.h"
#include "app/views/attention/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "core/text/plain_text.h"
#include "core/trace/comparison.h"

namespace vitrine {

namespace {

/// For an attention alone, which predicts nothing: how much of its result differs.
std::string effect_on_result(const Run& with, const Run& without) {
    const TensorChange change =
        compare("", view(with.activations->attention.parts.merged), view(without.activations->attention.parts.merged));
    if (change.changed == 0) return "The result has not changed.";
    return fmt::format("{} of the result's {} changed.", change.changed, counted(change.cells, "number"));
}

std::string effect_words(const Run& with, const Run& without, Size sentence) {
    if (!without.is_transformer()) return effect_on_result(with, without);
    std::string words;
    if (without.has_loss()) {
        const auto loss = [](const Run& run) { return plain_number(static_cast<double>(run.activations->loss.at({0}))); };
        words = fmt::format("Loss of the batch {} → {}. ", loss(with), loss(without));
    }
    const auto said = predicted_words(with, without, sentence);
    const auto changed = std::ranges::count_if(said, &PredictedWord::has_changed);
    return words + (changed == 0 ? "The predictions for this sentence have not changed."
                                 : fmt::format("{} of the {} of this sentence changed.", changed,
                                               counted(static_cast<Size>(said.size()), "prediction")));
}

}  // namespace

std::string silencing_words(const std::shared_ptr<const Run>& run, const SilencedHead& head, Size sentence) {
    Edits edits = run->edits;
    if (std::erase(edits.interventions.silenced, head) == 0)
        return "Silencing a head shows what it contributes: everything after it is computed again.";
    const auto with = tried(run, edits);
    if (!with) return "More is altered than this head. Restore the rest to see what this head alone contributes.";
    const std::string others = alterations_text(*with);
    return (others.empty() ? "" : "All else is the same in both: " + others + ". ") + effect_words(*with, *run, sentence);
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

    const SilencedHead head{attention, scene.head.head};
    const Colour colour = std::ranges::count(scene.run().edits.interventions.silenced, head) > 0 ? ui.theme.text : ui.theme.dim;
    column.paragraph(Font::note, colour, silencing_words(state.run, head, state.selection.sentence), 16);
}

}  // namespace vitrine
