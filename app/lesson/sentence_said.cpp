#include "app/lesson/sentence_said.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/run/prediction.h"
#include "app/run/run.h"

namespace vitrine {

namespace {

std::string word_of(const Vocabulary& words, std::int32_t id) { return words.word(id); }

}  // namespace

bool SentenceSaid::all_right() const { return !said.empty() && std::ranges::all_of(said, &SaidWord::is_right); }

std::string SentenceSaid::verdict() const {
    const auto known = std::ranges::count_if(said, [](const SaidWord& word) { return word.label.has_value(); });
    if (known == 0) return "";
    return all_right() ? fmt::format("all {} are right", known)
                       : fmt::format("{} of {} are right", std::ranges::count_if(said, &SaidWord::is_right), known);
}

SentenceSaid sentence_said(const Run& run, Size sentence) {
    const Configuration& configuration = run.model->configuration;
    const IndexTensor& tokens = tokens_read(run, Side::source);
    SentenceSaid all;
    for (Size i = 0; i < tokens.size(1); ++i) {
        const std::int32_t id = tokens.at({sentence, i});
        const bool is_mark = id == configuration.pad_src || id == configuration.bos || id == configuration.eos;
        if (!is_mark) all.read.push_back(word_of(run.model->source_vocabulary, id));
    }
    const Vocabulary& words = run.model->target_vocabulary;
    for (const PredictedWord& predicted : predicted_words(run, run, sentence)) {
        SaidWord said{word_of(words, predicted.read), word_of(words, predicted.now.word), predicted.now.probability, {}};
        if (predicted.label) said.label = word_of(words, *predicted.label);
        if (predicted.now.is_word()) all.said.push_back(std::move(said));
    }
    return all;
}

std::string start_title(const Run& run) {
    if (!run.is_transformer()) return "This is one attention alone.";
    return run.request.sample == "translation" ? "This is a Transformer, translating." : "This is a Transformer.";
}

std::string start_text(const Run& run) {
    if (!run.is_transformer()) {
        return filled_in(
            "It has {parameters} weights, and computes {tensors} tensors of the vectors that it is given. You can look at every "
            "number of them.",
            {.run = &run});
    }
    return filled_in(
        "It has {parameters} weights, and computes {tensors} tensors for these words. You can look at every number of "
        "them.",
        {.run = &run});
}

}  // namespace vitrine
