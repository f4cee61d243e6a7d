#pragma once
/// The lines between the words of a head: from every word to what it looks at most. Of very many words, those around one pair stand
/// for all: more could not be told apart.

#include <vector>

#include "core/explain/attention_contribution.h"
#include "core/explain/attention_reading.h"

namespace vitrine {

/// Up to so many words stand on a side; of more, so many around the one in question.
constexpr Size most_line_words = 160;

/// The words on one side.
struct LineWords {
    Size first = 0, count = 0;         ///< those that follow each other
    std::vector<Size> elsewhere = {};  ///< others, ascending

    bool has(Size word) const;
};

struct WordLine {
    Size query = 0, key = 0;
    double weight = 0;
};

struct WordLines {
    LineWords asking, answering;
    std::vector<WordLine> lines;  ///< between these words; of few keys, word after word, the heaviest first
};

/// What there are to be lines for.
struct LinesAsked {
    TokenPair around;    ///< the pair in question
    double share = 1;    ///< of a word's attention, 0 … 1, that its lines hold together
    Size elsewhere = 0;  ///< where not all keys are there: up to so many others, the ones that the query in question looks at most

    bool operator==(const LinesAsked& other) const {
        return around.query == other.around.query && around.key == other.around.key && share == other.share &&
               elsewhere == other.elsewhere;
    }
};

WordLines find_word_lines(const HeadWeights& head, const LinesAsked& asked);

}  // namespace vitrine
