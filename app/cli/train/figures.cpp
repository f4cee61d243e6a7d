#include "app/cli/train/figures.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/common/progress.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::optional<BestHead> best_head(std::span<const Example> examples, const Configuration& configuration,
                                  const Parameters& parameters) {
    if (std::ranges::all_of(examples, [](const Example& example) { return example.alignment.empty(); })) return std::nullopt;
    const AlignmentAccuracy accuracy = alignment_accuracy(configuration, parameters, examples);
    const bool sure = accuracy.one_to_one_tokens > 0;
    const auto& shares = sure ? accuracy.one_to_one : accuracy.all;
    std::size_t best_layer = 0, best_head = 0;
    for (std::size_t layer = 0; layer < shares.size(); ++layer) {
        for (std::size_t head = 0; head < shares[layer].size(); ++head) {
            if (shares[layer][head] > shares[best_layer][best_head]) best_layer = layer, best_head = head;
        }
    }
    BestHead best{static_cast<Size>(best_layer), static_cast<Size>(best_head), accuracy.all[best_layer][best_head]};
    if (sure) best.one_to_one = accuracy.one_to_one[best_layer][best_head];
    return best;
}

/// Checks every example, since a file without vocabularies may contain any ids, and sentences that are too long for a model's
/// learned positions.
void check_each(std::span<const Example> examples, const Configuration& c) {
    Batch batch;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        make_batch(examples.subspan(i, 1), c, batch);
        within(fmt::format("pair {}", i + 1), [&] { check(batch, c); });
    }
}

}  // namespace

Figures figures_on(std::span<const Example> examples, std::string pairs, const Configuration& configuration,
                   const Parameters& parameters) {
    check_each(examples, configuration);
    return {std::move(pairs), evaluate(configuration, parameters, examples), best_head(examples, configuration, parameters)};
}

std::span<const Example> telling_pairs(const Task& task) { return task.held_out.empty() ? task.examples : task.held_out; }

std::string name_of_telling_pairs(const Task& task) {
    return task.held_out.empty() ? "training pairs, none being held out" : "held-out pairs";
}

Figures figures_on(const Task& task, const Configuration& configuration, const Parameters& parameters) {
    return figures_on(telling_pairs(task), name_of_telling_pairs(task), configuration, parameters);
}

Figures figures_on(std::span<const Batch> batches, const Configuration& configuration, const Parameters& parameters) {
    return {batches.size() == 1 ? "the batch" : fmt::format("{} batches", batches.size()),
            evaluate_batches(configuration, parameters, batches), std::nullopt};
}

std::string text_of(const Figures& figures) {
    const Evaluation& e = figures.evaluation;
    if (e.tokens == 0) return fmt::format("on {}: no label, so that nothing is right or wrong\n", figures.pairs);
    std::string text = fmt::format("on {}: {}, {}\n", figures.pairs, counted(e.sentences, "sentence"), counted(e.tokens, "token"));
    text += fmt::format("  loss {}, right {} of the tokens, every token of {} of the sentences\n", loss_text(e.loss),
                        percent(e.token_accuracy, 2), percent(e.exact_match, 2));
    if (figures.head) {
        const BestHead& best = *figures.head;
        text += fmt::format("  cross-attention: layer {}, head {} looks at the right token {} of the time", best.layer + 1,
                            best.head + 1, percent(best.share, 2));
        if (best.one_to_one) text += fmt::format(", {} where one token stands for one", percent(*best.one_to_one, 2));
        text += '\n';
    }
    return text;
}

nlohmann::ordered_json json_of(const Figures& figures) {
    const Evaluation& e = figures.evaluation;
    nlohmann::ordered_json json{{"pairs", figures.pairs}, {"sentences", e.sentences},           {"tokens", e.tokens},
                                {"loss", e.loss},         {"token_accuracy", e.token_accuracy}, {"exact_match", e.exact_match}};
    if (figures.head) {
        const BestHead& best = *figures.head;
        json["alignment"] = {{"layer", best.layer}, {"head", best.head}, {"share", best.share}};
        if (best.one_to_one) json["alignment"]["one_to_one"] = *best.one_to_one;
    }
    return json;
}

}  // namespace vitrine
