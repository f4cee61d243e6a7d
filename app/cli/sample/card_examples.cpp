#include "app/cli/sample/card_examples.h"

#include <algorithm>

#include "app/cli/evaluate/data.h"
#include "core/decode/generate.h"
#include "core/io/model_text.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr std::size_t most_written = 500;

}  // namespace

void add_examples(Model& model, const std::string& folder, std::size_t count, ModelCard& card) {
    require_both_stacks(model.configuration, model.name, "writing examples for its card");
    const EvaluationData data = evaluation_data({.folder = folder}, model, model.notes);
    if (data.pairs.empty()) throw Error("--examples writes sentence pairs, and " + folder + " was trained on batches");
    const TargetText sources = text_of_source(model, folder), targets = target_text(model, folder);
    Decoder decoder({model.configuration, model.parameters});
    for (std::size_t i = 0; i < std::min(data.pairs.size(), most_written); ++i) {
        const Example& pair = data.pairs[i];
        const Generation generation = decoder.decode(pair.source, {});
        const std::string output = written(generation.hypotheses.front().tokens, targets, StrayBytes::replaced);
        const std::string target = data.targets.empty() ? written(pair.target, targets, StrayBytes::replaced) : data.targets[i];
        const bool is_right = output == target;
        std::vector<CardExample>& examples = is_right ? card.good : card.bad;
        if (examples.size() < count)
            examples.push_back({written(pair.source, sources, StrayBytes::replaced), output, is_right ? "" : target});
        if (card.good.size() >= count && card.bad.size() >= count) return;
    }
}

}  // namespace vitrine
