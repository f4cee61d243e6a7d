#include "app/cli/train/batching.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/tasks/stored_pairs.h"
#include "core/tensor/error.h"
#include "core/tensor/memory.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Throws Error if the task's longest pair does not fit into a batch of so many tokens.
void check_longest_pair(const Task& task, const std::string& name, Size tokens) {
    const Size longest = longest_lengths(task).tokens();
    if (longest <= tokens) return;
    throw Error(fmt::format("--batch-tokens {}: a pair of {} can have {} tokens", tokens, name, longest));
}

}  // namespace

std::int64_t steps_of(const TrainOptions& o, const Recipe& recipe, const BatchSource& source) {
    if (o.steps) return *o.steps;
    const bool endless = source.epoch_of(1).number == 0;
    if (o.epochs && endless) {
        throw Error("--epochs: ever new pairs are drawn, there is no end to go through; --steps N says how long");
    }
    const std::int64_t epochs = o.epochs.value_or(recipe.epochs);
    if (endless || epochs == 0) return recipe.steps;
    const std::int64_t steps = source.steps_of_epochs(epochs);
    if (steps == 0) throw Error("--epochs: more than anyone can wait for");
    return steps;
}

BatchSize batch_size_of(const TrainOptions& o, const Recipe& recipe) {
    BatchSize size = static_cast<Size>(o.batch_size.value_or(recipe.batch_size));
    size.tokens = o.batch_tokens.value_or(0);
    size.accumulated = o.accumulate.value_or(1);
    return size;
}

EvaluationPlan evaluation_of(const TrainOptions& o, const LearningData& data) {
    if (o.evaluate_every && data.task->held_out.empty())
        throw Error("--evaluate-every: of so few pairs none are held out, so that there is nothing to measure on");
    return {o.evaluate_every.value_or(0), o.evaluate_pairs.value_or(0), o.keep_best};
}

void check_batch_size(const LearningData& data, const Configuration& configuration, const std::string& name,
                      const BatchSize& size) {
    if (!data.task) return;
    const Task& task = *data.task;
    if (size.tokens > 0) check_longest_pair(task, name, size.tokens);
    const Size in_one = size.tokens > 0 ? longest_lengths(task).tokens() : 1;  // tokens, or pairs
    const Size asked = size.tokens > 0 ? size.tokens / in_one : size.pairs;
    const Size pairs = task.is_endless() ? asked : std::min(asked, static_cast<Size>(task.pair_count()));
    if (pairs <= 1) return;  // reported where the option is read
    const Batch one = data.source(1, 1).largest();
    const Size recorded = most_recordable(one, configuration);
    // At least each number and its gradient.
    const double bytes = 2 * sizeof(Scalar) * recorded_numbers(one, configuration);
    const std::optional<Size> free = free_memory();
    const Size held = free ? static_cast<Size>(static_cast<double>(*free) / bytes) : recorded;
    if (pairs <= std::min(recorded, held)) return;
    const std::string most = grouped(in_one * std::max<Size>(1, std::min(recorded, held)));
    const std::string option =
        size.tokens > 0 ? fmt::format("--batch-tokens {}", size.tokens) : fmt::format("--batch-size {}", size.pairs);
    const char* unit = size.tokens > 0 ? "tokens" : "pairs";
    throw Error(held < recorded ? fmt::format("{}: {:.1f} GB of memory are free, enough for at most {} {} of this model", option,
                                              static_cast<double>(*free) / 1e9, most, unit)
                                : fmt::format("{}: a batch of this model can have at most {} {}", option, most, unit));
}

}  // namespace vitrine
