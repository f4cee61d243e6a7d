#include "app/cli/sample/card_examples.h"

#include <algorithm>

#include "app/cli/evaluate/data.h"
#include "core/decode/generate.h"
#include "core/io/model_text.h"
#include "core/tensor/error.h"
#include "core/train/evaluation.h"

namespace vitrine {

namespace {

constexpr std::size_t most_answered = 500;

/// What a model makes of an example's source, and what it should.
class Answering {
public:
    Answering(const Model& model, const std::string& folder)
        : model_(model),
          sources_(text_of_source(model, folder)),
          targets_(target_text(model, folder)),
          decoder_({model.configuration, model.parameters}) {}

    CardExample answer(const Example& pair) {
        const Configuration& c = model_.configuration;
        if (!c.has_decoder()) return in_hidden_places(pair);
        Sentence given = pair.source;
        if (!c.has_encoder() && c.bos != no_token) given.insert(given.begin(), c.bos);
        Sentence tokens = decoder_.decode(given, {}).hypotheses.front().tokens;
        if (!c.has_encoder()) tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(given.size()));
        return {text(given, sources_), text(tokens, targets_), text(pair.target, targets_)};
    }

private:
    static std::string text(const Sentence& sentence, const TargetText& as) { return written(sentence, as, StrayBytes::replaced); }

    CardExample in_hidden_places(const Example& pair) const {
        const JudgedSentence judged = judge_sentences(model_.configuration, model_.parameters, {&pair, 1}).front();
        return {text(pair.source, sources_), listed(judged.said), listed(judged.truth)};
    }

    std::string listed(const Sentence& words) const {
        std::string list;
        for (const std::int32_t word : words) list += (list.empty() ? "" : ", ") + model_.source_vocabulary.word(word);
        return list;
    }

    const Model& model_;
    const TargetText sources_, targets_;
    Decoder decoder_;
};

}  // namespace

void add_examples(Model& model, const std::string& folder, std::size_t count, ModelCard& card) {
    const EvaluationData data = evaluation_data({.folder = folder}, model, model.notes);
    if (data.pairs.empty()) throw Error("--examples writes sentence pairs, and " + folder + " was trained on batches");
    Answering answering(model, folder);
    for (std::size_t i = 0; i < std::min(data.pairs.size(), most_answered); ++i) {
        CardExample example = answering.answer(data.pairs[i]);
        if (!data.targets.empty()) example.target = data.targets[i];
        const bool is_right = example.output == example.target;
        if (is_right) example.target.clear();
        std::vector<CardExample>& examples = is_right ? card.good : card.bad;
        if (examples.size() < count) examples.push_back(std::move(example));
        if (card.good.size() >= count && card.bad.size() >= count) return;
    }
}

}  // namespace vitrine
