#pragma once
/// What is drawn of a sentence in one frame. Only for app/start.

#include "app/start/parts.h"

namespace vitrine {

struct Lines {
    const State& state;
    const SentenceSaid& sentence;
    std::optional<AlignmentHead> head;
    const HeadWeights* weights;  ///< null: no head is drawn
    std::size_t grown;           ///< how many predicted words are shown
    std::size_t shown;           ///< whose candidates are
    LineOfWords upper = {}, lower = {};

    const SaidWord& said(std::size_t place) const { return sentence.said[place]; }
    bool is_shown(const LineOfWords& line, std::size_t word) const { return word >= line.first && word < line.first + line.count; }
};

/// Of the words that are read, the index of the one that a predicted word attends to most. Requires: a head is drawn.
std::size_t heaviest(const Lines& lines, std::size_t said);

/// Goes to a cell in the window.
void go_to(const std::string& path, const Index& cell, View view, Commands& commands);

/// Goes to the probability of a token in the place of a predicted word.
void open_probability(const Ui& ui, const Lines& lines, std::size_t place, std::int32_t id, Commands& commands);

/// Goes to the weight with which a predicted word attends to the token at a position of the source. Requires: a head is drawn.
void open_weight(const Lines& lines, std::size_t place, Size key, Commands& commands);

/// Goes to the attention of a predicted word or, where none is drawn, to its probability.
void open_said(const Lines& lines, std::size_t place, Commands& commands);

/// The words that an encoder alone reads, with the predicted ones in the hidden places.
void draw_hidden_words(Ui& ui, Column& column, const Lines& lines, Commands& commands);

/// The likeliest words in the place of the shown one as bars, a click on which leads to the probability; and the temperature by
/// which their logits are divided, beside them if there is room, otherwise below them.
void draw_candidates(Ui& ui, Column& column, const Lines& lines, Commands& commands);

/// What stands below the words: the candidates for one of them, the button that lets them appear, and what is drawn. Side by side,
/// or one below the other if the page is narrow.
void draw_below_words(Ui& ui, Column& column, const Lines& lines, Commands& commands);

}  // namespace vitrine
