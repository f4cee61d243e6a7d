#include "app/views/design/state.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/state/state.h"

namespace vitrine {

std::span<const VariantChoice> variant_choices() {
    static constexpr VariantChoice list[] = {
        {"norm", "Pre-norm or post-norm", "LayerNorm(x + sublayer(x))", "x + sublayer(LayerNorm(x))",
         "Post-norm, the paper's, normalises the stream after every sublayer; pre-norm leaves the stream alone and normalises what "
         "a "
         "sublayer reads.",
         "Look at the residuals: under pre-norm they grow from layer to layer, and the norm after the last layer evens that out."},
        {"heads", "One head or many", "h heads, each d = D/h wide", "one head, D wide",
         "Every head looks around in its own way; one head alone has to serve all purposes with one row of weights.",
         "Look at the attention view: as many patterns side by side as there are heads."},
        {"positions", "Learned or sinusoidal positions", "sin and cos(l / 10000^(2i/D))", "a row per position, learned",
         "Sines and cosines are a formula for any position; a learned table starts at random and ends somewhere.",
         "Look at the positions: the formula makes near places alike, a table has to learn that."},
    };
    return list;
}

ExplainedChoice explained_choice(const State& state) {
    const std::string& shown = state.of<DesignView>().shown;
    if (const DesignChoice* choice = find_design_choice(shown)) {
        return {choice->name,   choice->label, choice->paper,  choice->variant,
                choice->effect, choice->look,  "in the paper", "taken back"};
    }
    const auto found = std::ranges::find(variant_choices(), shown, &VariantChoice::name);
    const VariantChoice& choice = found == variant_choices().end() ? variant_choices().front() : *found;
    return {choice.name, choice.label, choice.one, choice.other, choice.effect, choice.look, "in the paper", "the other way"};
}

Design with_choice(const State& state, const DesignChoice& choice, bool made) {
    Design design = state.edits.design;
    choice.make(design, made);
    return design;
}

std::string refusal(const State& state, const DesignChoice& choice, bool made) {
    return refusal(with_choice(state, choice, made), state.run->model->configuration);
}

std::vector<Size> head_counts(const Configuration& c) {
    std::vector<Size> counts;
    for (Size heads = 1; heads <= c.d_model; ++heads) {
        if (c.d_model % heads == 0) counts.push_back(heads);
    }
    return counts;
}

namespace {

Prediction said_at(const Run& run, Size sentence, Size position) {
    const std::int32_t word = run.activations->predictions.at({sentence, position});
    return {word, static_cast<double>(run.activations->probabilities.at({sentence, position, word}))};
}

}  // namespace

std::vector<ChangedPrediction> changed_predictions(const Run& before, const Run& now, Size sentence) {
    const IndexTensor &tokens = now.activations->tgt.tokens, &labels = now.activations->labels;
    const std::int32_t pad = now.model->configuration.pad_tgt;
    std::vector<ChangedPrediction> all;
    for (Size position = 0; position < tokens.size(1); ++position) {
        const std::int32_t read = tokens.at({sentence, position});
        if (read == pad) continue;
        ChangedPrediction& said = all.emplace_back();
        said.position = position, said.read = read;
        said.before = said_at(before, sentence, position), said.now = said_at(now, sentence, position);
        if (!labels.empty() && labels.at({sentence, position}) != pad) said.label = labels.at({sentence, position});
    }
    return all;
}

}  // namespace vitrine
