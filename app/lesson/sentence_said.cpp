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
    const Side side = configuration.has_encoder() || !run.is_transformer() ? Side::source : Side::target;
    const std::int32_t pad = side == Side::source ? configuration.pad_src : configuration.pad_tgt;
    const IndexTensor& tokens = tokens_read(run, side);
    SentenceSaid all;
    for (Size i = 0; i < tokens.size(1); ++i) {
        const std::int32_t id = tokens.at({sentence, i});
        const bool is_mark = id == pad || id == configuration.bos || id == configuration.eos;
        if (!is_mark) all.read.push_back(word_of(vocabulary_of(run, side), id));
    }
    const Vocabulary& words = vocabulary_of(run, side_of_predictions(run));
    for (const PredictedWord& predicted : predicted_words(run, run, sentence)) {
        SaidWord said{word_of(words, predicted.read), word_of(words, predicted.now.word), predicted.now.probability, {}};
        if (predicted.label) said.label = word_of(words, *predicted.label);
        if (predicted.now.is_word()) all.said.push_back(std::move(said));
    }
    return all;
}

const char* said_heading(const Run& run) {
    switch (run.model->configuration.architecture) {
        case Architecture::encoder:
            return "at each position it predicts which token belongs there";
        case Architecture::decoder:
            return "after each token it predicts the next one";
        default:
            return "after each token of the translation it predicts the next one";
    }
}

std::string said_words(const Run& run, const SaidWord& said) {
    const bool stands = side_of_predictions(run) == Side::source;
    return fmt::format("{} “{}” it says “{}”", stands ? "at" : "after", said.after, said.word);
}

std::string start_title(const Run& run) {
    if (!run.is_transformer()) return "This is one attention alone.";
    if (!run.has_both_stacks())
        return run.model->configuration.has_decoder() ? "This is a Transformer's decoder." : "This is a Transformer's encoder.";
    return run.request.sample == "translation" ? "This is a Transformer, translating." : "This is a Transformer.";
}

std::string start_text(const Run& run) {
    if (!run.is_transformer()) {
        return filled_in(
            "It has {parameters} parameters and computes {tensors} tensors from the vectors that it is given. You can look at "
            "every "
            "number of them.",
            {.run = &run});
    }
    return filled_in(
        "It has {parameters} parameters and computes {tensors} tensors for these tokens. You can look at every number of "
        "them.",
        {.run = &run});
}

}  // namespace vitrine
