#pragma once
/// All possible sentences, and a beam search, both simply by running the model on whole sentences.

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/core/decode/small_models.h"

namespace vitrine::tests {

struct PlainSentence {
    Sentence tokens;
    double log_probability = 0, score = 0;
    bool finished = false;
};

inline double plain_score(double log_probability, std::size_t tokens, double alpha) {
    return log_probability / std::pow((5 + static_cast<double>(tokens - 1)) / 6, alpha);
}

inline PlainSentence plain_sentence(const Sentence& tokens, double log_probability, double alpha, bool finished) {
    return {tokens, log_probability, plain_score(log_probability, tokens.size(), alpha), finished};
}

inline void sort_by_score(std::vector<PlainSentence>& sentences) {
    std::stable_sort(sentences.begin(), sentences.end(),
                     [](const PlainSentence& a, const PlainSentence& b) { return a.score > b.score; });
}

inline void add_continuations(const SmallModel& made, Size most, double alpha, const PlainSentence& begun,
                              std::vector<PlainSentence>& all) {
    const std::vector<double> logs = plain_log_probabilities(made, begun.tokens);
    for (std::size_t word = 0; word < logs.size(); ++word) {
        Sentence tokens = begun.tokens;
        tokens.push_back(static_cast<std::int32_t>(word));
        const bool finished = tokens.back() == made.configuration.eos, full = static_cast<Size>(tokens.size()) == most + 1;
        const PlainSentence next = plain_sentence(tokens, begun.log_probability + logs[word], alpha, finished);
        if (finished || full) {
            all.push_back(next);
        } else {
            add_continuations(made, most, alpha, next, all);
        }
    }
}

/// All sentences that end within so many words, and all unfinished ones with exactly so many; best first.
inline std::vector<PlainSentence> all_sentences(const SmallModel& made, Size most, double alpha) {
    std::vector<PlainSentence> all;
    add_continuations(made, most, alpha, plain_sentence({made.configuration.bos}, 0, alpha, false), all);
    sort_by_score(all);
    return all;
}

/// A step considers the best 2·width continuations; ties go to the earlier sentence and then to the lower id. A continuation that
/// ends in eos finishes if it is among the first `width`. The best `width` of the others go on. At the limit, they compete with
/// the finished ones if fewer than `width` have finished.
inline std::vector<PlainSentence> plain_beam(const SmallModel& made, const DecodeOptions& options) {
    const auto width = static_cast<std::size_t>(options.beams);
    Sentence beginning{made.configuration.bos};
    double log_probability = 0;
    for (const std::int32_t word : options.forced) {
        log_probability += plain_log_probabilities(made, beginning)[static_cast<std::size_t>(word)];
        beginning.push_back(word);
    }
    std::vector<PlainSentence> beam{plain_sentence(beginning, log_probability, options.length_penalty, false)}, finished;
    for (Size step = static_cast<Size>(options.forced.size()); step < options.max_new_tokens; ++step) {
        std::vector<PlainSentence> continuations;
        for (const PlainSentence& begun : beam) {
            const std::vector<double> logs = plain_log_probabilities(made, begun.tokens);
            for (std::size_t word = 0; word < logs.size(); ++word) {
                Sentence tokens = begun.tokens;
                tokens.push_back(static_cast<std::int32_t>(word));
                const bool ends = tokens.back() == made.configuration.eos;
                continuations.push_back(plain_sentence(tokens, begun.log_probability + logs[word], options.length_penalty, ends));
            }
        }
        sort_by_score(continuations);
        continuations.resize(std::min(continuations.size(), 2 * width));
        beam.clear();
        for (std::size_t rank = 0; rank < continuations.size(); ++rank) {
            const PlainSentence& next = continuations[rank];
            if (next.finished && rank < width) finished.push_back(next);
            if (!next.finished && beam.size() < width) beam.push_back(next);
        }
        if (options.early_stopping && finished.size() >= width) break;
    }
    if (finished.size() < width) finished.insert(finished.end(), beam.begin(), beam.end());
    sort_by_score(finished);
    finished.resize(std::min(finished.size(), static_cast<std::size_t>(options.n_best)));
    return finished;
}

}  // namespace vitrine::tests
