#include "app/views/generate/loading.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/state/notice.h"
#include "app/views/generate/state.h"

namespace vitrine {

ReplaceTarget run_that_chose(const State& state, const Generation& generation, int node) {
    Sentence tokens = tokens_to(generation, node);
    const auto given = static_cast<std::size_t>(last_given(generation)) + 1;
    if (tokens.size() == given && !generation.hypotheses.empty()) tokens.push_back(generation.hypotheses.front().tokens[given]);
    Sentence labels(tokens.begin() + 1, tokens.end());
    tokens.pop_back();
    return {shown_sentence(state), std::move(tokens), std::move(labels)};
}

namespace {

/// "show “Je suis”", of a long sentence its end.
std::string showing_words(const Model& model, const Sentence& tokens) {
    constexpr std::size_t most = 6;
    const std::size_t beginning = model.configuration.has_encoder() ? std::min<std::size_t>(1, tokens.size() - 1) : 0;
    const std::size_t first = tokens.size() > most + 1 ? tokens.size() - most : beginning;
    const Sentence end(tokens.begin() + static_cast<std::ptrdiff_t>(first), tokens.end());
    return fmt::format("show “{}{}”", first > 1 ? "… " : "", joined_words(model, end));
}

}  // namespace

std::string showing_words(const State& state, const Generation& generation, int node) {
    return showing_words(*state.run->model, tokens_to(generation, node));
}

bool goes_on_loading(const State& state) {
    const auto& loaded = state.of<GenerateView>().loaded;
    return loaded && loaded->sentence == shown_sentence(state) && state.edits.batch == loaded->batch &&
           state.history.undo_words() == loaded->what;
}

namespace {

/// A model may choose padding as any other word; in a batch it would be no word, and no label.
bool holds_padding(const State& state, const ReplaceTarget& run) {
    const std::int32_t pad = padding_of(*state.run, BatchSide::target);
    return std::ranges::count(run.tokens, pad) + std::ranges::count(run.labels, pad) > 0;
}

}  // namespace

namespace {

/// In a decoder alone prompt and words are one row of the batch: what of it is the prompt is remembered, of the row before, too.
void remember_prompt(State& state, const ReplaceTarget& run) {
    constexpr std::size_t most = 256;
    GenerateView& view = state.of<GenerateView>();
    const Sentence& prompt = view.decoded->question.source;
    const auto length = static_cast<Size>(prompt.size());
    view.continued.push_back({run.sentence, prompt, length});
    if (run.tokens != prompt) view.continued.push_back({run.sentence, run.tokens, length});
    if (view.continued.size() > most) view.continued.erase(view.continued.begin());
}

}  // namespace

bool load(State& state, const ReplaceTarget& run, const std::string& what) {
    if (holds_padding(state, run)) {
        notify(state, "There is padding among these tokens: no sentence of the batch can contain it.");
        return false;
    }
    if (!state.run->model->configuration.has_encoder()) remember_prompt(state, run);
    if (!edit_batch(state, run, {.what = what, .amends = goes_on_loading(state)})) return false;
    // Where nothing has changed, or nothing is left of the change, there is no new step.
    if (state.history.undo_words() == what) {
        state.of<GenerateView>().loaded = {what, state.edits.batch, run.sentence,
                                           state.of<GenerateView>().decoded->question.options.forced};
    } else if (!goes_on_loading(state)) {
        state.of<GenerateView>().loaded.reset();
    }
    return true;
}

}  // namespace vitrine
