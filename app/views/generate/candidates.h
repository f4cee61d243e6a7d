#pragma once
/// The words that may come next, and what the strategy makes of them. The view of decoding alone includes this.

#include "app/views/generate/parts.h"

namespace vitrine {

/// The list, and what the strategy makes of it.
struct NextWords {
    const GenerateScene& scene;
    std::vector<Candidate> all = {};
    std::vector<const WordNode*> following = {};  ///< the nodes after the word that asks
    double scale = 1;                             ///< the probability of a full bar
    std::size_t left = 0;                         ///< the line stands after so many: behind the last that can come, or goes on
    bool samples = false;

    Strategy strategy() const { return scene.state.of<GenerateView>().options.strategy; }
    std::string word(std::size_t place) const { return scene.word(all[place].token); }

    /// What has become of a word; null where the search did not consider it.
    const WordNode* node_at(std::size_t place) const;

    bool is_taken(std::size_t place) const;  ///< the search goes on with it, or it ends a sentence
    bool is_left(std::size_t place) const;   ///< it can come, or has
    bool is_shown(std::size_t place) const;  ///< it is the word that is looked at
};

NextWords next_words(const GenerateScene& scene);

/// What is written on the line behind the last word that is left; empty: there is none.
std::string cut_words(const NextWords& words);

/// The list of words with the line in it, of which a part is in sight.
struct CandidateList {
    static constexpr float row_height = 26, cut_height = 20, last_line = 24, gap_line = 14;

    const NextWords& words;
    std::string cut = {};                 ///< what is written on the line; empty: there is none
    std::size_t count = 0;                ///< of very many words only the first
    std::vector<std::size_t> alone = {};  ///< words below the list, since they have no room in it
    float height = 0;                     ///< of the part that is in sight

    /// Where the row after so many ends, and how many end within a height.
    float end(std::size_t rows) const {
        return static_cast<float>(rows) * row_height + (!cut.empty() && words.left <= rows ? cut_height : 0);
    }
    std::size_t rows_within(float room) const;
    float alone_height() const { return alone.empty() ? 0 : gap_line + row_height * static_cast<float>(alone.size()); }
};

/// As many words as a height has room for, those that matter among them.
CandidateList list_within(const NextWords& words, float room);

/// "10 more words, together 0.0067", or how far away the line is.
std::string rest_words(const NextWords& words, std::size_t seen);

/// What hovering a word says.
std::vector<std::string> note_of(const NextWords& words, std::size_t place);

}  // namespace vitrine
