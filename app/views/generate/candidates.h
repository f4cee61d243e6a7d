#pragma once
/// The candidates for the next word, and what the strategy does with them. Only for app/views/generate.

#include "app/views/generate/parts.h"

namespace vitrine {

/// The candidates, and what the strategy does with them.
struct NextWords {
    const GenerateScene& scene;
    const Decoded::Candidates& listed;
    std::span<const Candidate> all = {};
    std::vector<const WordNode*> following = {};  ///< the search's nodes after the asking word
    double scale = 1;                             ///< the probability of a full bar
    std::size_t left = 0;                         ///< number of candidates above the line, which the strategy keeps
    bool samples = false;

    Strategy strategy() const { return scene.generation().options.strategy; }
    std::string word(std::size_t place) const { return scene.word(all[place].token); }

    /// The node of a candidate; null if the search did not consider it.
    const WordNode* node_at(std::size_t place) const;

    bool is_taken(std::size_t place) const;  ///< the search continues with it, or it ends a sentence
    bool is_left(std::size_t place) const;   ///< it can be the next word, or has been
    bool is_shown(std::size_t place) const;  ///< it is the shown word
    bool is_forbidden(std::size_t place) const { return all[place].cut == Cut::forbidden; }
};

NextWords next_words(const GenerateScene& scene);

/// The text on the line after the last kept candidate; empty: no line.
std::string cut_words(const NextWords& words);

/// The visible part of the list of candidates, with the line in it.
struct CandidateList {
    static constexpr float row_height = 26, cut_height = 20, last_line = 24, gap_line = 14;

    const NextWords& words;
    std::string cut = {};                 ///< the text on the line; empty: no line
    std::size_t count = 0;                ///< number of words in the list; if there are very many, only the first
    std::vector<std::size_t> alone = {};  ///< words shown below the list because they do not fit in it
    float height = 0;                     ///< of the visible part

    /// The height of the first `rows` rows, and the number of rows that fit into a height.
    float end(std::size_t rows) const {
        return static_cast<float>(rows) * row_height + (!cut.empty() && words.left <= rows ? cut_height : 0);
    }
    std::size_t rows_within(float room) const;
    float alone_height() const { return alone.empty() ? 0 : gap_line + row_height * static_cast<float>(alone.size()); }
};

/// The list for a height: as many words as fit, including all important ones.
CandidateList list_within(const NextWords& words, float room);

/// The text about words that are neither among the first `seen` nor below the list: "10 more words, together 0.0067", and how
/// many of them can be drawn, unless all can.
std::string rest_words(const CandidateList& list, std::size_t seen);

/// The note for a hovered word.
std::vector<std::string> note_of(const NextWords& words, std::size_t place);

}  // namespace vitrine
