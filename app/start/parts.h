#pragma once
/// The parts of the first page. Only for app/start.

#include "app/panel/panel.h"
#include "app/start/sentence_said.h"

namespace vitrine {

/// The words that are read, the predicted ones below them, and the attention between both; then the candidates for one word, the
/// button that lets the words appear, and what is drawn.
void draw_start_sentence(Ui& ui, Column& column, const State& state, Commands& commands);

/// How words are written in a line: in the largest letters in which all fit or, if they do not fit in the smallest, only those
/// around one of them.
struct LineOfWords {
    Font font = Font::display;
    std::size_t first = 0, count = 0;  ///< the words that are shown
    std::vector<float> middles = {};   ///< of each of them, from left to right
};

/// `around`: the index of a word that has to be shown. Requires: it is below the number of words.
LineOfWords line_of(const Ui& ui, std::span<const std::string> words, float left, float right, std::size_t around);

}  // namespace vitrine
