#pragma once
/// What beams win: greedy decoding and beam search of one source, both measured against the target that is known for it.

#include "app/views/generate/state.h"
#include "core/io/words/model_card.h"

namespace vitrine {

/// A source, and the target with which it came.
struct KnownTarget {
    std::string source, text;
    std::string origin;  ///< on screen: "a pair of the batch", "held-out pair 29"
};

/// Whether a target is known of the question's source: in the batch with which the model was opened or, if its card has the source,
/// in the held-out pair. Of any other source none is, such as of a typed one, whose target is what the model wrote for it; nor for
/// a decoder alone, or without words.
bool has_known_target(const State& state, const DecodingQuestion& question);

/// A decoded sentence, measured against the target. The scores are those of core/scores for one sentence, 0 … 100.
struct MeasuredText {
    std::string text;
    double bleu = 0, chrf = 0;
    double log_probability = 0, score = 0;
    bool finished = false;  ///< it has ended before the limit of tokens
};

/// Both ways of decoding the current sentence.
struct BeamsWin {
    KnownTarget target;
    Size beams = 0;
    MeasuredText greedy{}, with_beams{};

    bool same_text() const { return greedy.text == with_beams.text; }
};

/// Nothing as long as one of the answers, or the target, is not known.
std::optional<BeamsWin> beams_win(const State& state);

/// The figures of the model's card with those of beams; null: it has none.
const CardFigures* figures_with_beams(const State& state);

/// The places of the card's translations, those first in which the beams win most.
std::vector<std::size_t> most_won_first(const std::vector<CardTranslation>& translations);

/// Whether there is anything to show of what beams win.
bool has_beams_page(const State& state);

/// "The 4 beams win 5.1 chrF2.", "Greedy and the 4 beams write the same."
std::string won_words(bool same_text, double won, Size beams);

/// "+5.1", "-0.3", "0.0".
std::string won_text(double won);

}  // namespace vitrine
