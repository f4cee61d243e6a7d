#include "app/run/prediction.h"

#include "app/run/run.h"

namespace vitrine {

Prediction said_at(const Run& run, Size sentence, Size position) {
    const std::int32_t word = run.activations->predictions.at({sentence, position});
    return {word, static_cast<double>(run.activations->probabilities.at({sentence, position, word}))};
}

std::vector<PredictedWord> predicted_words(const Run& before, const Run& now, Size sentence) {
    const IndexTensor &tokens = now.activations->tgt.tokens, &labels = now.activations->labels;
    const std::int32_t pad = now.model->configuration.pad_tgt;
    std::vector<PredictedWord> all;
    if (now.activations->predictions.empty() || before.activations->predictions.empty()) return all;
    for (Size position = 0; position < tokens.size(1); ++position) {
        const std::int32_t read = tokens.at({sentence, position});
        if (read == pad) continue;
        PredictedWord& said = all.emplace_back();
        said.position = position, said.read = read;
        said.before = said_at(before, sentence, position), said.now = said_at(now, sentence, position);
        if (!labels.empty() && labels.at({sentence, position}) != pad) said.label = labels.at({sentence, position});
    }
    return all;
}

}  // namespace vitrine
