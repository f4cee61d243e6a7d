#pragma once
/// The lines between the words of an attention head: from every query to the keys that it attends to most. In long sentences,
/// only the words around one pair have lines, since more lines could not be told apart.

#include <vector>

#include "core/explain/attention_contribution.h"
#include "core/explain/attention_reading.h"

namespace vitrine {

/// The largest number of words on one side; if there are more, this many around the pair in question.
constexpr Size most_line_words = 160;

/// The words on one side: a contiguous range, and others.
struct LineWords {
    Size first = 0, count = 0;         ///< the contiguous range
    std::vector<Size> elsewhere = {};  ///< words outside the range, ascending

    bool has(Size word) const;
};

struct WordLine {
    Size query = 0, key = 0;
    double weight = 0;
};

struct WordLines {
    LineWords asking, answering;
    bool ties_elsewhere = false;  ///< a key elsewhere that is left out has the weight of one that is there; see weights_alike()
    std::vector<WordLine> lines;  ///< between these words, query after query; of up to most_line_words keys, the heaviest first
};

/// Which lines are wanted.
struct LinesAsked {
    TokenPair around;    ///< the pair in question
    double share = 1;    ///< how much of each query's attention, 0 … 1, its lines show together
    Size elsewhere = 0;  ///< if not all keys fit: at most this many keys outside the range, the heaviest for the query in
                         ///< question

    bool operator==(const LinesAsked& other) const {
        return around.query == other.around.query && around.key == other.around.key && share == other.share &&
               elsewhere == other.elsewhere;
    }
};

WordLines find_word_lines(const HeadWeights& head, const LinesAsked& asked);

}  // namespace vitrine
