#pragma once
/// What the view of training says about a training, each made from its reports and its run.

#include <optional>
#include <string>
#include <vector>

#include "app/views/train/state.h"

namespace vitrine {

/// What the curve of the loss shows, and where its parts are not measured alike.
std::string loss_remark(const TrainingView& training);

/// "64 held-out sentences, at step 200: 97.5 % of tokens right, 80 % of sentences whole", of the newest evaluation; empty if none.
std::string held_out_text(const TrainingView& training);

/// The loss of the step that led to this one; nothing where no such step is known.
std::optional<double> loss_after(const History& curves, std::int64_t steps);

/// "812.4 steps a second", or why no step is taken.
std::string pace_text(const TrainingView& training, bool playing);

/// What the reports say of a step and of the last evaluation before it; empty where there is no such step.
std::vector<std::string> step_lines(const TrainingView& training, double step);

/// From what each word is predicted: "each token predicted from the true words before it".
std::string predictions_remark(const Run& run);

/// After a breakdown: what happened, and what there is to do about it. A tensor's name is long and follows on a line of its own.
std::string breakdown_text(const Snapshot& snapshot);

/// One sentence of a run with labels, in words. Padding at an end is one word, "<pad> ×3".
struct SaidSentence {
    struct Word {
        std::string word;  ///< empty: nothing is drawn
        bool padding = false, wrong = false;
    };
    std::vector<Word> source, truth, said;  ///< `said` in step with `truth`

    int wrong() const;
};
SaidSentence said_sentence(const Run& run, Size sentence);

/// The caption of its source: "source", or of a decoder alone "given", and of an encoder alone "text".
const char* given_caption(Architecture architecture);

/// "3 wrong", "right".
std::string verdict_text(const SaidSentence& sentence);

}  // namespace vitrine
