#include "core/train/evaluation.h"

#include <algorithm>
#include <map>
#include <set>

namespace vitrine {

namespace {

/// Runs the model batch by batch, and calls visit(examples of the batch, batch, activations).
template <class Visit>
void for_each_batch(const Pass& model, std::span<const Example> examples, Size batch_size, Visit&& visit) {
    const Configuration& c = model.configuration;
    Regime regime = model.regime;
    regime.dropout = regime.embedding_dropout = 0;
    regime.counted_labels = 0;
    Batch batch;
    Activations activations;
    const bool pads = (!c.has_encoder() || c.pad_src != no_token) && (!c.has_decoder() || c.pad_tgt != no_token);
    if (!pads) batch_size = 1;  // without padding, sentences of different lengths do not fit into one batch
    while (!examples.empty()) {
        const auto some = examples.first(std::min(examples.size(), static_cast<std::size_t>(batch_size)));
        make_batch(some, c, batch);
        forward({c, model.parameters, batch, regime}, activations);
        visit(some, batch, activations);
        examples = examples.subspan(some.size());
    }
}

/// Adds one sentence's tokens to the sums. A sentence without tokens counts neither as right nor as wrong.
void count_sentence(const Batch& batch, const Activations& a, const Index& sentence, std::int32_t pad, Evaluation& sums) {
    bool all_right = true;
    const std::int64_t before = sums.tokens;
    for (Size t = 0; t < batch.labels.size(1); ++t) {
        const Index cell{sentence[0], t};
        if (batch.labels.at(cell) == pad) continue;
        const bool right = a.predictions.at(cell) == batch.labels.at(cell);
        all_right &= right;
        sums.token_accuracy += right;
        sums.loss += static_cast<double>(a.token_loss.at(cell));
        ++sums.tokens;
    }
    if (sums.tokens == before) return;
    sums.exact_match += all_right;
    ++sums.sentences;
}

Evaluation means_of(Evaluation sums) {
    if (sums.tokens == 0) return sums;
    sums.loss /= static_cast<double>(sums.tokens);
    sums.token_accuracy /= static_cast<double>(sums.tokens);
    sums.exact_match /= static_cast<double>(sums.sentences);
    return sums;
}

/// The key with the largest weight in a row, the first of several equal ones.
int strongest(const Tensor& weights, const Index& row) {
    const Scalar* first = &weights.at(row);
    return static_cast<int>(std::max_element(first, first + weights.size(3)) - first);
}

/// A target position with the source positions it is aligned with.
struct AlignedToken {
    int place = 0;
    std::vector<int> sources;
    bool one_to_one = false;  ///< it has one source position, and no other target position has that
};

std::vector<AlignedToken> aligned_tokens(const Example& example) {
    std::map<int, std::set<int>> sources, targets;
    for (const auto& [target, source] : example.alignment) sources[target].insert(source), targets[source].insert(target);
    std::vector<AlignedToken> tokens;
    for (const auto& [place, these] : sources) {
        const bool alone = these.size() == 1 && targets[*these.begin()].size() == 1;
        tokens.push_back({place, {these.begin(), these.end()}, alone});
    }
    return tokens;
}

}  // namespace

Evaluation evaluate(const Configuration& configuration, const Parameters& parameters, std::span<const Example> examples,
                    const Regime& regime, Size batch_size) {
    Evaluation sums;
    const Batch none;
    for_each_batch({configuration, parameters, none, regime}, examples, batch_size,
                   [&](std::span<const Example>, const Batch& batch, const Activations& activations) {
                       for (Size b = 0; b < batch.sentences(); ++b)
                           count_sentence(batch, activations, {b}, configuration.output_padding(), sums);
                   });
    return means_of(sums);
}

Evaluation evaluate_batches(const Configuration& configuration, const Parameters& parameters, std::span<const Batch> batches) {
    Evaluation sums;
    Activations activations;
    for (const Batch& batch : batches) {
        forward(configuration, parameters, batch, activations);
        for (Size b = 0; b < batch.sentences(); ++b) count_sentence(batch, activations, {b}, configuration.output_padding(), sums);
    }
    return means_of(sums);
}

std::vector<JudgedSentence> judge_sentences(const Configuration& configuration, const Parameters& parameters,
                                            std::span<const Example> examples, const Regime& regime, Size batch_size) {
    std::vector<JudgedSentence> judged;
    const Batch none;
    const auto judge = [&](const Batch& batch, const Activations& run, Size sentence) {
        JudgedSentence one;
        one.example = judged.size();
        for (Size t = 0; t < batch.labels.size(1); ++t) {
            const std::int32_t truth = batch.labels.at({sentence, t}), said = run.predictions.at({sentence, t});
            if (truth == configuration.output_padding()) continue;
            if (said != truth && one.wrong++ == 0) one.first_wrong = static_cast<int>(one.truth.size());
            one.truth.push_back(truth), one.said.push_back(said);
            one.loss += static_cast<double>(run.token_loss.at({sentence, t}));
        }
        if (!one.truth.empty()) one.loss /= static_cast<double>(one.truth.size());
        judged.push_back(std::move(one));
    };
    for_each_batch({configuration, parameters, none, regime}, examples, batch_size,
                   [&](std::span<const Example>, const Batch& batch, const Activations& run) {
                       for (Size b = 0; b < batch.sentences(); ++b) judge(batch, run, b);
                   });
    return judged;
}

std::vector<Confusion> confusions(std::span<const JudgedSentence> sentences) {
    std::map<std::pair<std::int32_t, std::int32_t>, Size> counts;
    for (const JudgedSentence& sentence : sentences) {
        for (std::size_t i = 0; i < sentence.truth.size(); ++i) {
            if (sentence.said[i] != sentence.truth[i]) ++counts[{sentence.truth[i], sentence.said[i]}];
        }
    }
    std::vector<Confusion> list;
    for (const auto& [words, count] : counts) list.push_back({words.first, words.second, count});
    std::ranges::stable_sort(list, std::ranges::greater{}, &Confusion::count);
    return list;
}

AlignmentAccuracy alignment_accuracy(const Configuration& configuration, const Parameters& parameters,
                                     std::span<const Example> examples, Size batch_size) {
    const auto layers = static_cast<std::size_t>(configuration.num_decoder_layers);
    const auto heads = static_cast<std::size_t>(configuration.heads(StackKind::decoder));
    const std::vector<std::vector<double>> none_right(layers, std::vector<double>(heads));
    AlignmentAccuracy found{none_right, none_right};
    const auto count = [&](const AlignedToken& token, Size sentence, const Activations& a) {
        ++found.tokens;
        found.one_to_one_tokens += token.one_to_one;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const Tensor& weights = a.decoder.layers[layer].cross_attn().weights;
            for (std::size_t head = 0; head < heads; ++head) {
                const int looked_at = strongest(weights, {sentence, static_cast<Size>(head), token.place, 0});
                if (std::ranges::find(token.sources, looked_at) == token.sources.end()) continue;
                ++found.all[layer][head];
                found.one_to_one[layer][head] += token.one_to_one;
            }
        }
    };
    const Batch none;
    for_each_batch({configuration, parameters, none, {}}, examples, batch_size,
                   [&](std::span<const Example> some, const Batch&, const Activations& a) {
                       for (std::size_t i = 0; i < some.size(); ++i) {
                           for (const AlignedToken& token : aligned_tokens(some[i])) count(token, static_cast<Size>(i), a);
                       }
                   });
    const auto divide = [](std::vector<std::vector<double>>& hits, std::int64_t tokens) {
        for (auto& layer : hits) {
            for (double& share : layer) share /= static_cast<double>(std::max<std::int64_t>(tokens, 1));
        }
    };
    divide(found.all, found.tokens);
    divide(found.one_to_one, found.one_to_one_tokens);
    return found;
}

}  // namespace vitrine
