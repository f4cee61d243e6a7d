#pragma once
/// Small models that decode, and what they predict after some words if run on the whole sentence, without steps.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/generate.h"
#include "core/pass/transformer.h"
#include "tests/core/approximately.h"
#include "tests/core/random_models.h"

namespace vitrine::tests {

/// How much a number may change if its terms are added up in another order.
constexpr double decoding_rounding = is_double ? 1e-10 : 1e-5;

inline bool close(double a, double b) { return std::abs(a - b) <= decoding_rounding * (1 + std::abs(b)); }

/// A model with a sentence that it is to translate.
struct SmallModel {
    Configuration configuration;
    Parameters parameters;
    Sentence source;
    Design design = {};
    Interventions interventions = {};

    DecodingModel model() const { return {configuration, parameters, design, interventions.empty() ? nullptr : &interventions}; }
    Generation decode(const DecodeOptions& options) const { return generate(model(), source, options); }
};

/// Words that are not padding, which is 0.
inline Sentence random_sentence(Random& random, Size vocabulary, Size length) {
    Sentence words;
    for (Size i = 0; i < length; ++i) words.push_back(static_cast<std::int32_t>(between(random, 1, vocabulary - 1)));
    return words;
}

inline SmallModel small_model(const Configuration& c, Random& random) {
    return {c, random_parameters(c, random), random_sentence(random, c.src_vocab_size, between(random, 1, 7))};
}

/// A model with any of the design choices.
inline SmallModel any_small_model(std::uint64_t seed) {
    Random random(seed);
    const Configuration c = random_configuration(random);
    return small_model(c, random);
}

/// Two layers on both sides, two heads. 0 is padding, 1 bos, 2 eos.
inline Configuration small_configuration(Size target_words = 8) {
    Configuration c;
    c.d_model = 8, c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 2;
    c.dim_feedforward = 12;
    c.src_vocab_size = 8, c.tgt_vocab_size = target_words;
    return c;
}

inline SmallModel small_model(const Configuration& c, std::uint64_t seed) {
    Random random(seed);
    return small_model(c, random);
}

/// A model that gives every word the same probability, whatever precedes it.
inline SmallModel undecided_model(const Configuration& c) {
    SmallModel made = small_model(c, 1);
    made.parameters.fc_out.weight.fill(0), made.parameters.fc_out.bias.fill(0);
    return made;
}

/// A run of the whole model on one source sentence and one target sentence, bos included.
inline Activations teacher_forced(const SmallModel& made, const Sentence& target) {
    Batch batch;
    pad_together({made.source}, made.configuration.pad_src, batch.src);
    pad_together({target}, made.configuration.pad_tgt, batch.tgt);
    const Regime regime{.design = made.design};
    Activations activations;
    forward({made.configuration, made.parameters, batch, regime, made.interventions.empty() ? nullptr : &made.interventions},
            activations);
    return activations;
}

/// The logits at one position of a run on one sentence.
inline std::vector<double> logits_at(const Activations& activations, Size position) {
    std::vector<double> row;
    for (Size word = 0; word < activations.logits.size(2); ++word)
        row.push_back(static_cast<double>(activations.logits.at({0, position, word})));
    return row;
}

inline std::vector<double> plain_log_softmax(std::vector<double> logits) {
    double most = logits[0], sum = 0;
    for (const double logit : logits) most = std::max(most, logit);
    for (const double logit : logits) sum += std::exp(logit - most);
    for (double& logit : logits) logit -= most + std::log(sum);
    return logits;
}

/// log P of every word after these words, the first of which is bos.
inline std::vector<double> plain_log_probabilities(const SmallModel& made, const Sentence& words) {
    return plain_log_softmax(logits_at(teacher_forced(made, words), static_cast<Size>(words.size()) - 1));
}

/// The first of the largest numbers.
inline std::int32_t likeliest(const std::vector<double>& numbers) {
    return static_cast<std::int32_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

/// Appends the most probable word until that is eos or there are so many words after bos.
inline Sentence plain_greedy(const SmallModel& made, Size most, Sentence words) {
    while (static_cast<Size>(words.size()) <= most && (words.size() == 1 || words.back() != made.configuration.eos))
        words.push_back(likeliest(plain_log_probabilities(made, words)));
    return words;
}

inline std::vector<double> as_doubles(const std::vector<Scalar>& numbers) { return {numbers.begin(), numbers.end()}; }

/// Whether two rows are equal except for rounding.
inline bool close(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!close(a[i], b[i])) return false;
    }
    return true;
}

}  // namespace vitrine::tests
