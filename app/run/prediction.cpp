#include "app/run/prediction.h"

#include "app/run/recorded.h"
#include "app/run/run.h"

namespace vitrine {

namespace {

/// The largest number of softmax(logits) along the vocabulary. NaN if a logit is.
double probability_by_logits(const Tensor& logits, Size sentence, Size position, std::int32_t word) {
    const double largest = static_cast<double>(logits.at({sentence, position, word}));
    double sum = 0;
    for (Size other = 0; other < logits.size(2); ++other)
        sum += std::exp(static_cast<double>(logits.at({sentence, position, other})) - largest);
    return 1 / sum;
}

}  // namespace

Side side_of_predictions(const Run& run) {
    return run.model->configuration.last_stack() == StackKind::encoder ? Side::source : Side::target;
}

Prediction said_at(const Run& run, Size sentence, Size position) {
    const std::int32_t word = run.activations->predictions.at({sentence, position});
    if (run.recorded && !run.recorded->find("probabilities"))
        return {word, probability_by_logits(run.activations->logits, sentence, position, word)};
    return {word, static_cast<double>(run.activations->probabilities.at({sentence, position, word}))};
}

std::vector<PredictedWord> predicted_words(const Run& before, const Run& now, Size sentence) {
    const IndexTensor &tokens = tokens_read(now, side_of_predictions(now)), &labels = now.activations->labels;
    const std::int32_t pad = now.model->configuration.output_padding();
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
