#pragma once
/// Texts of the train view about a training. All of them are made from its reports and its run.

#include <optional>
#include <string>
#include <vector>

#include "app/views/train/state.h"

namespace vitrine {

/// What the curve of the loss shows, and in which respects its parts are measured differently.
std::string loss_remark(const TrainingView& training);

/// "64 held-out sentences, at step 200: 97.5 % of tokens right, 80 % of sentences whole", for the newest evaluation; empty if
/// there is none.
std::string held_out_text(const TrainingView& training);

/// The loss of the step that led to this state; nothing if no such step is known.
std::optional<double> loss_after(const History& curves, std::int64_t steps);

/// "812.4 steps a second", or why no step is being taken.
std::string pace_text(const TrainingView& training, bool playing);

/// The reports of a step and of the last evaluation before it; empty if there is no such step.
std::vector<std::string> step_lines(const TrainingView& training, double step);

/// From what each word is predicted: "each token predicted from the true words before it".
std::string predictions_remark(const Run& run);

/// After a breakdown: what happened, and what to do about it. A tensor's name is long, so it follows on its own line.
std::string breakdown_text(const Snapshot& snapshot);

/// One sentence of a run with labels, in words. Padding at its end becomes one word, "<pad> ×3".
struct SaidSentence {
    struct Word {
        std::string word;  ///< empty: nothing is drawn
        bool padding = false, wrong = false;
    };
    std::vector<Word> source, truth, said;  ///< `said` corresponds to `truth`, word by word
    bool of_another_source = false;         ///< the source was changed since: then nothing of `said` is right or wrong

    int wrong() const;
};
SaidSentence said_sentence(const Run& run, Size sentence);

/// The caption of the source: "source"; "given" for a decoder alone, "text" for an encoder alone.
const char* given_caption(Architecture architecture);

/// "3 wrong", "right"; empty where the labels are of another source.
std::string verdict_text(const SaidSentence& sentence);

}  // namespace vitrine
